import { Problem } from '../http/problem.js';

type Phase = 'starting' | 'ready' | 'stopping';

const WHY: Record<Exclude<Phase, 'ready'>, string> = {
  starting: 'the service is starting',
  stopping: 'the service is stopping',
};

/** The phase of a service: it listens before it can work, and until its last response is sent. */
export function createAvailability() {
  let phase: Phase = 'starting';
  return {
    enter: (next: Phase): void => {
      phase = next;
    },
    /** Throws unless the service is ready. */
    check: (): void => {
      if (phase !== 'ready') throw new Problem(503, WHY[phase], { headers: { 'retry-after': '5' } });
    },
  };
}

export type Availability = ReturnType<typeof createAvailability>;
