import {
  crawlerFacingOperations,
  type SourceChange,
  type SourceChangesPage,
  sourceChangeSchema,
  sourceChangesPageSchema,
} from '@feedwarden/contracts';
import { z } from 'zod';
import { describeSchemaError } from './api-error.js';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';
import { requestOf } from './derive-methods.js';

/** A page of changes, and what is in it that this version does not understand. */
export interface ReadableChanges extends SourceChangesPage {
  unreadable: UnreadableChange[];
}

export interface UnreadableChange {
  /** Of the source, as far as it can be told. */
  id: string | null;
  why: string;
}

const pageSchema = sourceChangesPageSchema.extend({ items: z.array(z.unknown()) });

/** Like `listSourceChanges`, but a change that is not as the contract says does not hide the others. */
export function readSourceChanges(api: CallApi) {
  return async (query: { cursor?: string } = {}, options: CallOptions = {}): Promise<ReadableChanges> => {
    const request = requestOf(crawlerFacingOperations.listSourceChanges, undefined, {
      body: undefined,
      query,
      options,
    });
    const page = await api.json(request, pageSchema, options);
    const items: SourceChange[] = [];
    const unreadable: UnreadableChange[] = [];
    for (const item of page.items) {
      const change = sourceChangeSchema.safeParse(item);
      if (change.success) items.push(change.data);
      else unreadable.push({ id: idOf(item), why: describeSchemaError(change.error) });
    }
    return { ...page, items, unreadable };
  };
}

function idOf(item: unknown): string | null {
  const { id, source } = (item ?? {}) as { id?: unknown; source?: { id?: unknown } | null };
  const given = source?.id ?? id;
  return typeof given === 'string' ? given.slice(0, 100) : null;
}
