import { createStore } from '../parts/store.js';
import { readViews, type SavedView } from './read-views.js';

const KEPT = 'feedwarden.views';

/** They are kept in this browser. */
export const savedViews = createStore<{ list: SavedView[] }>({ list: readViews(localStorage.getItem(KEPT)) });

export function keepViews(list: SavedView[]): void {
  localStorage.setItem(KEPT, JSON.stringify(list));
  savedViews.set({ list });
}
