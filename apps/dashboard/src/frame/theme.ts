import { createStore } from '../parts/store.js';

export type Theme = 'system' | 'light' | 'dark';
const CHOSEN = 'feedwarden.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const stored = localStorage.getItem(CHOSEN);
export const themeChoice = createStore<{ theme: Theme }>({
  theme: stored === 'light' || stored === 'dark' ? stored : 'system',
});

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(CHOSEN, theme);
  themeChoice.set({ theme });
  showTheme();
}

export function showTheme(): void {
  const { theme } = themeChoice.get();
  document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
}
system.addEventListener('change', showTheme);
