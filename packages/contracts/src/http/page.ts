import { z } from 'zod';

/** Every list is answered in pages: `nextCursor` is null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null: this is the last page.'),
  });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** `resumeCursor` is where to go on later, also behind the last page: what comes then is what was stored since. */
export const contentPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    resumeCursor: z
      .string()
      .nullable()
      .describe('The `cursor` to continue from later, for what is stored from now on.'),
  });

export interface ContentPage<Item> extends Page<Item> {
  resumeCursor: string | null;
}

export const MAX_PAGE_SIZE = 500;
export const pageLimitSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_PAGE_SIZE)
  .describe('Maximum number of items.');
/** Room for the longest name in any script: a list may be sorted by it. */
export const cursorSchema = z.string().max(1500).describe('The `nextCursor` of an earlier response.');
