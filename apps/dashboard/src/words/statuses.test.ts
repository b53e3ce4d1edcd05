import { describe, expect, it } from '@jest/globals';
import { errorCode } from './statuses.js';

describe('errorCode', () => {
  it.each([
    ['upstream_failure', 'HTTP 503', '503'],
    ['unexpected', 'HTTP 401: the feed asks for a login', '401'],
    ['network', 'timeout after 30s', 'timeout'],
    ['network', 'the certificate has expired', 'tls'],
    ['forbidden', 'robots.txt does not allow /minutes', 'robots'],
    ['unexpected', '10.0.4.7 is not a public address', 'blocked'],
    ['parse_error', 'an HTML page came instead of a feed', 'not a feed'],
    ['gone', null, '410'],
  ] as const)('of %s with %j is %j', (type, message, code) => expect(errorCode(type, message)).toBe(code));
});
