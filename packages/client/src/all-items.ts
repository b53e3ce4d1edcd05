import type { Page } from '@feedwarden/contracts';

/** Every item of a list, page by page: the next page is asked for when the last item of one is taken. */
export async function* allItems<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  firstCursor?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined = firstCursor;
  do {
    const page = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
