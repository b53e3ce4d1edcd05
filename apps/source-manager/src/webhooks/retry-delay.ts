const SHORTEST_SECONDS = 5;
const LONGEST_SECONDS = 3600;

/** How long to wait after so many failures: 5 s, 10 s, 20 s … an hour, each a quarter more or less. */
export function retryDelay(failures: number, random: () => number): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  const seconds = Math.min(SHORTEST_SECONDS * 2 ** doublings, LONGEST_SECONDS);
  return seconds * (0.75 + random() / 2);
}
