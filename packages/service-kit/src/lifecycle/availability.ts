import { Problem } from '../http/problem.js';

type Phase = 'starting' | 'ready' | 'stopping';

const WHY: Record<Exclude<Phase, 'ready'>, string> = {
  starting: 'the service is starting',
  stopping: 'the service is stopping',
};

/** Where a service stands in its life: it listens before it can work, and until its last answer is given. */
export function createAvailability() {
  let phase: Phase = 'starting';
  return {
    enter: (next: Phase): void => {
      phase = next;
    },
    /** Throws while nothing is to be had. */
    check: (): void => {
      if (phase !== 'ready') throw new Problem(503, WHY[phase], { headers: { 'retry-after': '5' } });
    },
  };
}

export type Availability = ReturnType<typeof createAvailability>;
