/** One signal for "stop" and "too late", and the memory of which of the two it was. */
export interface Deadline {
  signal: AbortSignal;
  hasPassed(): boolean;
  clear(): void;
}

/** Not AbortSignal.any: on Node 20 it keeps every signal it made for as long as the stop signal lives. */
export function startDeadline(seconds: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, seconds * 1000);
  const onStop = () => controller.abort(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => passed,
    clear: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    },
  };
}
