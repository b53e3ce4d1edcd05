import type { BulkChangeInput } from '@feedwarden/contracts';
import { sourceManager } from './clients.js';

export type BulkAction = 'enable' | 'disable';

/** What would be done, or was done. */
export interface BulkResult {
  matched: number;
  changed: number;
  names: string[];
  /** Puts exactly those that were changed back as they were, but for what others have changed since. */
  undo: (() => Promise<{ undone: number; changedSince: number }>) | null;
}

export async function changeMany(
  action: BulkAction,
  filter: BulkChangeInput['filter'],
  dryRun: boolean,
): Promise<BulkResult> {
  const { matched, changed, sample, groupId } = await sourceManager.changeManySources({
    action,
    filter,
    dryRun,
  });
  return {
    matched,
    changed,
    names: sample.map(({ name }) => name),
    undo: groupId ? () => sourceManager.undoManySources({ groupId }) : null,
  };
}
