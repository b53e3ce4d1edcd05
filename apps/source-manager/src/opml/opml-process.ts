import { serveTasks } from '@feedwarden/reading-pool/serve-tasks';
import { selectorProblem } from '../sources/change/selector-problem.js';
import type { OpmlTasks } from './opml-reader.js';
import { selectorIn } from './opml-settings.js';
import { OpmlRefusal, readOpml } from './read-opml.js';
import type { Outline } from './source-of-outline.js';

/** Longer ones are refused for their length. */
const MAX_SELECTOR_CHARS = 500;

// The main module of the process that reads OPML files and tries selectors. It is started by the reading pool.
await serveTasks<OpmlTasks>({
  async opml(_input, bytes) {
    try {
      const { outlines, truncated } = await readOpml(bytes.toString());
      return { value: { kind: 'read', truncated }, items: withTriedSelectors(outlines) };
    } catch (error) {
      if (!(error instanceof OpmlRefusal)) throw error;
      return { value: { kind: 'refused', status: error.status, message: error.message }, items: [] };
    }
  },

  async selector(_input, bytes) {
    return { value: selectorProblem(bytes.toString()), items: [] };
  },
});

function withTriedSelectors(outlines: Outline[]): Outline[] {
  const tried = new Map<string, string | null>();
  return outlines.map((outline) => {
    const selector = selectorIn(outline.settings);
    if (selector === null || selector.length > MAX_SELECTOR_CHARS) return outline;
    if (!tried.has(selector)) tried.set(selector, selectorProblem(selector));
    return { ...outline, selectorProblem: tried.get(selector) ?? null };
  });
}
