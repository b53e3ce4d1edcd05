import { readSourceSearch, type SourceSearch } from '../sources/source-search.js';

/** A view is a named URL. */
export interface SavedView {
  name: string;
  search: SourceSearch;
}

/** What another version kept, or somebody changed by hand, is read as far as it makes sense. */
export function readViews(text: string | null): SavedView[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return (Array.isArray(list) ? list : []).flatMap((view: unknown) => {
      const { name, search } = (view ?? {}) as { name?: unknown; search?: unknown };
      if (typeof name !== 'string' || !name || typeof search !== 'object' || search === null) return [];
      return [{ name, search: readSourceSearch(search as Record<string, unknown>) }];
    });
  } catch {
    return [];
  }
}
