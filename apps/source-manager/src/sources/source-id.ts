import type { Source } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import { z } from 'zod';

/** What is not a UUID cannot be the id of a source: as unknown as one that nobody has. */
export function sourceId(text: unknown): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw noSuchSource();
  return id.data;
}

export function found(source: Source | null): Source {
  if (!source) throw noSuchSource();
  return source;
}

export const noSuchSource = () => new Problem(404, 'there is no source with this id');
