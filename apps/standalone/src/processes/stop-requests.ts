export interface StopRequests {
  /** Aborted by the first signal: stop in order. */
  orderly: AbortSignal;
  /** Aborted by the second: stop waiting. */
  atOnce: AbortSignal;
}

// npm passes on the ctrl-C that the terminal has delivered to us already; a person is slower than that.
const SAME_KEYSTROKE_MS = 500;

export function listenForStopRequests(now: () => number = Date.now): StopRequests {
  const orderly = new AbortController();
  const atOnce = new AbortController();
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= now();
    orderly.abort();
    if (now() - firstAt > SAME_KEYSTROKE_MS) atOnce.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return { orderly: orderly.signal, atOnce: atOnce.signal };
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
