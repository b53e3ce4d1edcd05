import { serveTasks } from '@feedwarden/reading-pool/serve-tasks';
import type { OpmlTasks } from './opml-reader.js';
import { OpmlRefusal, readOpml } from './read-opml.js';

// The main module of the process that reads OPML files. It is started by the reading pool.
await serveTasks<OpmlTasks>({
  async opml(_input, bytes) {
    try {
      const { outlines, truncated } = await readOpml(bytes.toString());
      return { value: { kind: 'read', truncated }, items: outlines };
    } catch (error) {
      if (!(error instanceof OpmlRefusal)) throw error;
      return { value: { kind: 'refused', status: error.status, message: error.message }, items: [] };
    }
  },
});
