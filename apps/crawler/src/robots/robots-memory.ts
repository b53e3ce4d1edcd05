import type { FailureFact } from '@feedwarden/feed-health';

/** The rules of an origin's robots.txt for us, or why it could not be read. */
export type RobotsAnswer = { kind: 'rules'; text: string } | { kind: 'unknown'; fact: FailureFact };

interface Remembered {
  at: Date;
  answer: RobotsAnswer;
}

const MOST_ORIGINS = 1000;
const MOST_CHARS = 16 * 1024 * 1024;

/** Keeps the newest files that fit. */
export function createRobotsMemory() {
  const byOrigin = new Map<string, Remembered>();
  let chars = 0;

  function forget(origin: string): void {
    chars -= sizeOf(byOrigin.get(origin));
    byOrigin.delete(origin);
  }

  return {
    recall: (origin: string): Remembered | undefined => byOrigin.get(origin),
    remember(origin: string, remembered: Remembered): void {
      forget(origin);
      byOrigin.set(origin, remembered);
      chars += sizeOf(remembered);
      for (const oldest of byOrigin.keys()) {
        if (byOrigin.size <= MOST_ORIGINS && chars <= MOST_CHARS) break;
        forget(oldest);
      }
    },
  };
}

function sizeOf(remembered: Remembered | undefined): number {
  return remembered?.answer.kind === 'rules' ? remembered.answer.text.length : 0;
}
