import type { BulkAnswer, BulkChangeInput, Source } from '@feedwarden/contracts';
import { sourceManager } from './clients.js';

export type BulkAction = 'enable' | 'disable';

/** What would be done, or was done. */
export interface BulkResult {
  matched: number;
  changed: number;
  names: string[];
  /** Does the opposite to exactly those that were changed; null: the server cannot tell which those were. */
  undo: (() => Promise<BulkResult>) | null;
}

const SAMPLE = 10;
const AT_ONCE = 4;

/** All that the filter finds, at the server. */
export async function changeByFilter(
  action: BulkAction,
  filter: BulkChangeInput['filter'],
  dryRun: boolean,
): Promise<BulkResult> {
  const { matched, changed, sample }: BulkAnswer = await sourceManager.changeManySources({
    action,
    filter,
    dryRun,
  });
  return { matched, changed, names: sample.map(({ name }) => name), undo: null };
}

/** Those that were selected one by one. */
export async function changeSelected(
  action: BulkAction,
  selected: readonly Pick<Source, 'id' | 'name' | 'enabled'>[],
  dryRun: boolean,
): Promise<BulkResult> {
  const enabled = action === 'enable';
  const changing = selected.filter((source) => source.enabled !== enabled);
  if (!dryRun)
    for (let first = 0; first < changing.length; first += AT_ONCE)
      await Promise.all(
        changing.slice(first, first + AT_ONCE).map(({ id }) => sourceManager.changeSource(id, { enabled })),
      );
  return {
    matched: selected.length,
    changed: changing.length,
    names: changing.slice(0, SAMPLE).map(({ name }) => name),
    undo: () =>
      changeSelected(
        enabled ? 'disable' : 'enable',
        changing.map((source) => ({ ...source, enabled })),
        false,
      ),
  };
}
