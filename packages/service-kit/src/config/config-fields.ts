import { z } from 'zod';

/** Schemas of single environment variables, shared by the services. */
export const portField = (fallback: number) =>
  wholeNumber('must be a port between 0 and 65535', 0, 65_535).default(fallback);

/** This machine only, unless told otherwise. An address, not a name: some shells export the machine's name as HOST. */
export const hostField = () =>
  z
    .union([z.ipv4(), z.ipv6()], {
      error: 'must be an IP address to listen on, such as 127.0.0.1 or 0.0.0.0',
    })
    .default('127.0.0.1')
    .describe(
      'The address that both services listen on. 0.0.0.0 is every network of this machine: put a proxy with TLS in front then.',
    );

export const positiveInt = (fallback: number, max = 2 ** 31 - 1) =>
  wholeNumber(`must be a whole number from 1 to ${max}`, 1, max).default(fallback);

export const urlField = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL like ${example}` });

export const databaseUrlField = () =>
  z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must be a URL like postgres://user:password@host:5432/name (`npm start` sets it)',
  });

/** Requests a minute of one caller: far more than a person or a script needs, far less than hurts. 0: no limit. */
export const rateLimitField = () =>
  wholeNumber('must be a whole number from 0 to 1000000', 0, 1_000_000)
    .default(6000)
    .describe(
      "How many requests a minute one caller may make to a service's API. 0: no limit. Crawlers are not limited.",
    );

export const logLevelField = () =>
  z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe messages that are logged: fatal, error, warn, info, debug, trace or silent.');

export function wholeNumber(message: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** `false`, or the private hosts, addresses and CIDR blocks that may be reached. */
export const networksField = (isNetwork: (entry: string) => boolean) =>
  z
    .string()
    .default('false')
    .transform((text) => (text === 'false' ? [] : text.split(',').map((entry) => entry.trim())))
    .refine(
      // `true` would be read as a host name, and nobody means that.
      (entries) => entries.every((entry) => entry !== 'true' && isNetwork(entry)),
      'must be false, or a list of host names, IP addresses and CIDR blocks such as 10.0.0.0/8',
    );

/** The origins of pages, as browsers name them. */
export const originsField = (description: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .refine(
      (origins) => origins.every((origin) => /^https?:/.test(origin) && originOf(origin) === origin),
      'must be origins like https://feeds.example, without a path',
    )
    .describe(description);

function originOf(text: string): string | null {
  try {
    return new URL(text).origin;
  } catch {
    return null;
  }
}

/** A variable that holds JSON; a mistake is reported without the value. */
export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
