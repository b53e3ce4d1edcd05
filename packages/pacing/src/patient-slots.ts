import { createSlots, type Release, type Slots } from './slots.js';

export interface PatientSlotsOptions {
  count: number;
  /** Who holds a slot for longer is slow, and no longer counts as one of `count`; as many may be slow besides. */
  slowAfterMs: number;
  /** A slot has become free, though its holder goes on. */
  onFreed?: () => void;
}

export type PatientSlots = Pick<Slots, 'free' | 'taken' | 'tryTake' | 'drained'>;

/** Bounds how much happens at once, but does not let those who wait for something keep the others from going on. */
export function createPatientSlots({ count, slowAfterMs, onFreed }: PatientSlotsOptions): PatientSlots {
  const prompt = createSlots(count);
  const all = createSlots(2 * count);
  const free = () => Math.min(prompt.free(), all.free());

  function tryTake(): Release | null {
    if (free() === 0) return null;
    const releases = [prompt.tryTake(), all.tryTake()];
    const slow = setTimeout(() => {
      releases[0]?.();
      onFreed?.();
    }, slowAfterMs);
    return () => {
      clearTimeout(slow);
      for (const release of releases) release?.();
    };
  }

  return { free, taken: all.taken, tryTake, drained: all.drained };
}
