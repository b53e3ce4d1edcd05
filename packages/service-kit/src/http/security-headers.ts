import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * What an API answers is data: a browser that shows it all the same may load, run and frame nothing. A route that
 * serves a page sets a content-security-policy of its own.
 */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // We speak plain HTTP; the promise of TLS is for the proxy that speaks it.
    strictTransportSecurity: false,
  });
