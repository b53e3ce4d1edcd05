import type { Sibling } from '../host-evidence.js';

const START = Date.parse('2026-03-01T12:00:00Z');
export const minute = (n: number): Date => new Date(START + n * 60_000);

/** Feeds of one host that were polled well half an hour ago, one after another. */
export function sampleSiblings(count: number, traits: Partial<Sibling> = {}): Sibling[] {
  return Array.from({ length: count }, (_, index) => ({
    sourceId: `feed ${index}`,
    route: '',
    lastPolledAt: minute(-30 + index / 100),
    lastSuccessAt: minute(-30 + index / 100),
    failingSince: null,
    lastErrorType: null,
    isDisabled: false,
    ...traits,
  }));
}
