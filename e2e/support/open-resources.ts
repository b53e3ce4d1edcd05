import { startTestWebServer } from '@feedwarden/test-kit';
import type { afterEach } from '@jest/globals';
import { startSystem } from './running-system.js';

type Hook = typeof afterEach;
type Close = () => Promise<unknown>;

/**
 * Opens what a test needs, and closes it in `hook`, newest first: all of it, even if the test stopped half way or one
 * of them cannot be closed. What stays open would keep the test process alive.
 */
export function openResources(hook: Hook) {
  const open: Close[] = [];
  const closeLater = (close: Close) => void open.push(close);
  hook(async () => {
    const failures: unknown[] = [];
    for (const close of open.splice(0).reverse())
      await close().catch((failure: unknown) => void failures.push(failure));
    if (failures.length > 0) throw failures[0];
  });

  return {
    closeLater,
    site: async (...args: Parameters<typeof startTestWebServer>) => {
      const site = await startTestWebServer(...args);
      closeLater(site.close);
      return site;
    },
    system: async (...args: Parameters<typeof startSystem>) => {
      const system = await startSystem(...args);
      closeLater(system.stop);
      return system;
    },
  };
}
