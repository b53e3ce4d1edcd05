/**
 * Does work under a signal that the first of these aborts. Not AbortSignal.any: on Node 20 it keeps every signal that it
 * made for as long as those that it was made of live, and a crawler that polls makes many of one.
 */
export async function underSignals<Result>(
  stops: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const joined = new AbortController();
  const onStop = (event: Event) => joined.abort((event.target as AbortSignal).reason);
  const stopped = stops.find(({ aborted }) => aborted);
  if (stopped) joined.abort(stopped.reason);
  else for (const stop of stops) stop.addEventListener('abort', onStop, { once: true });
  try {
    return await work(joined.signal);
  } finally {
    for (const stop of stops) stop.removeEventListener('abort', onStop);
  }
}
