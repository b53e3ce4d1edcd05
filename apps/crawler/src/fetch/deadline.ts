export interface Deadline {
  /** One signal for "stop" and "too late". */
  signal: AbortSignal;
  /** Gives what comes next a time of its own, in place of what came before; the whole keeps its own. */
  allow(seconds: number, waitingFor: string): void;
  /** Which time was over first; null while none is, or when it was a stop. */
  passed(): PassedTime | null;
  clear(): void;
}

export interface PassedTime {
  seconds: number;
  /** Missing when it was the time for the whole. */
  waitingFor?: string;
}

/** Not AbortSignal.any: on Node 20 it keeps every signal it made for as long as the stop signal lives. */
export function startDeadline(seconds: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed: PassedTime | null = null;
  const pass = (time: PassedTime) => {
    passed ??= time;
    controller.abort();
  };
  const whole = setTimeout(pass, seconds * 1000, { seconds });
  let step: NodeJS.Timeout | undefined;
  const onStop = () => controller.abort(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  return {
    signal: controller.signal,
    allow: (seconds, waitingFor) => {
      clearTimeout(step);
      step = setTimeout(pass, seconds * 1000, { seconds, waitingFor });
    },
    passed: () => passed,
    clear: () => {
      clearTimeout(whole);
      clearTimeout(step);
      stop.removeEventListener('abort', onStop);
    },
  };
}
