import type { HostPace } from '@feedwarden/feed-health';

/** A pace in JSON: its times are texts. */
export interface StoredPace extends Omit<HostPace, 'learnedAt' | 'refusedSince'> {
  learnedAt: string | null;
  refusedSince: string | null;
}

export const storedPace = ({ learnedAt, refusedSince, ...pace }: HostPace): StoredPace => ({
  ...pace,
  learnedAt: learnedAt?.toISOString() ?? null,
  refusedSince: refusedSince?.toISOString() ?? null,
});

export const paceOf = ({ learnedAt, refusedSince, ...pace }: StoredPace): HostPace => ({
  ...pace,
  learnedAt: learnedAt === null ? null : new Date(learnedAt),
  refusedSince: refusedSince === null ? null : new Date(refusedSince),
});
