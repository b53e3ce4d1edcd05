import { z } from 'zod';

interface ErrorTypeTraits {
  /** What brings it about. */
  from: string;
  /** The policy `typed`, by default: how many in a row disable the feed; null: it never does. */
  disableAfter: number | null;
  /** How long a feed that was disabled for it is left out of polling. */
  cooldownHours: number;
}

/** Why a remote made a poll fail. feed-health says which failure is of which type. */
export const ERROR_TYPES = {
  rate_limited: { from: 'HTTP 429', disableAfter: null, cooldownHours: 24 },
  forbidden: { from: 'HTTP 403, a page that robots.txt forbids', disableAfter: 5, cooldownHours: 24 },
  not_found: { from: 'HTTP 404', disableAfter: 3, cooldownHours: 48 },
  gone: { from: 'HTTP 410', disableAfter: 1, cooldownHours: 72 },
  upstream_failure: { from: 'HTTP 5xx', disableAfter: 10, cooldownHours: 6 },
  network: { from: 'DNS, timeout, connection refused or reset, TLS', disableAfter: 10, cooldownHours: 12 },
  parse_error: {
    from: 'not a feed, malformed, too large, a watchlist that lost its links',
    disableAfter: 5,
    cooldownHours: 24,
  },
  unexpected: { from: 'everything else: a person should look', disableAfter: null, cooldownHours: 24 },
} as const satisfies Record<string, ErrorTypeTraits>;

export type ErrorType = keyof typeof ERROR_TYPES;

const types = Object.keys(ERROR_TYPES) as ErrorType[];
export const errorTypeSchema = z.enum(types).meta({
  id: 'ErrorType',
  description: `Why a poll failed. ${types.map((type) => `\`${type}\`: ${ERROR_TYPES[type].from}`).join('; ')}.`,
});

export const failureTypeSchema = z.enum(['transient', 'permanent']).meta({ id: 'FailureType' });
export type FailureType = z.infer<typeof failureTypeSchema>;

export const errorLevelSchema = z.enum(['warn', 'error']);
export type ErrorLevel = z.infer<typeof errorLevelSchema>;
