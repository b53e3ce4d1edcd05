import { timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds, because that is what travels over the wire and comes back in cursors. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
