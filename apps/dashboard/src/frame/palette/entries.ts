import type { ReactNode } from 'react';

export interface Entry {
  key: string;
  kind: 'page' | 'action' | 'feed' | 'host';
  word: string;
  more: string | null;
  mark: ReactNode;
  run: () => void;
}

/** Those of which every typed word begins a word; all of them when nothing is typed. */
export function fitting<One extends Pick<Entry, 'word'>>(entries: readonly One[], text: string): One[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ word }) => {
    const words = word.toLowerCase().split(/[\s-]+/);
    return typed.every((part) => words.some((one) => one.startsWith(part)));
  });
}
