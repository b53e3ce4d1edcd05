import { createStore } from '../parts/store.js';
import { cleaned, type SourceSearch } from '../sources/source-search.js';
import { readViews, type SavedView } from './read-views.js';

const KEPT = 'feedwarden.views';
const MOST = 20;

/** They are kept in this browser. */
export const savedViews = createStore<{ list: SavedView[] }>({ list: readViews(localStorage.getItem(KEPT)) });

/** Under a name that is taken, the new view replaces the old one. */
export function saveView(name: string, search: SourceSearch): void {
  const others = savedViews.get().list.filter((view) => view.name !== name);
  keep([...others, { name, search: cleaned(search) }].slice(-MOST));
}

export const forgetView = (name: string): void =>
  keep(savedViews.get().list.filter((view) => view.name !== name));

function keep(list: SavedView[]): void {
  localStorage.setItem(KEPT, JSON.stringify(list));
  savedViews.set({ list });
}
