import { useEffect } from 'react';

/** What the tab of the browser, and a screen reader, say of the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Feedwarden`;
  }, [title]);
}
