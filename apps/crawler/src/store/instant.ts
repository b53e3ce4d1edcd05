import { timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds, because that is what JavaScript has: what is written is what is read. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
