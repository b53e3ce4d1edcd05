import type { Logger } from '@feedwarden/service-kit';
import { createDocumentReaders, type DocumentPool } from '../document-readers.js';
import { readDocuments } from '../read-documents.js';

/** Reads documents as the reader processes do, but in this one; what they read passes through JSON as between processes. */
export const inProcessPool: DocumentPool = {
  async run({ task, input, bytes }) {
    const read = readDocuments[task] as (input: unknown, bytes: Buffer) => Promise<object>;
    const reading = await read(JSON.parse(JSON.stringify(input)), Buffer.from(bytes));
    return { kind: 'read', ...JSON.parse(JSON.stringify(reading)) };
  },
};

export const inProcessDocuments = createDocumentReaders(inProcessPool, {
  warn: () => {},
} as unknown as Logger);
