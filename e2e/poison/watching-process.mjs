// Watches services from a process of its own, since the test is busy. Each argument is PID=URL. Ends with its stdin, and
// then prints one line of JSON: what it saw of each of them, in their order.
import { readFileSync } from 'node:fs';

const ASK_EVERY_MS = 10;
const LOOK_EVERY_MS = 50;

const watched = process.argv.slice(2).map((argument) => {
  const at = argument.indexOf('=');
  const [pid, url] = [Number(argument.slice(0, at)), argument.slice(at + 1)];
  return { pid, url, times: [], failures: 0, readerPeakMb: 0, peakMb: 0 };
});

for (const one of watched) void askAgainAndAgain(one);
setInterval(lookAtMemory, LOOK_EVERY_MS);
process.stdin.resume().once('end', () => {
  const seen = watched.map(({ pid, times, failures, readerPeakMb, peakMb }) => {
    times.sort((a, b) => a - b);
    const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    const [medianMs, p99Ms, slowestMs] = [0.5, 0.99, 1].map(share);
    const ownPeakMb = memoryOf(pid).peakMb;
    return { requests: times.length, failures, medianMs, p99Ms, slowestMs, ownPeakMb, readerPeakMb, peakMb };
  });
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit());
});

async function askAgainAndAgain(one) {
  for (;;) {
    const begin = performance.now();
    const isFine = await fetch(`${one.url}/healthz`)
      .then(async (response) => (await response.text()) !== '' && response.ok)
      .catch(() => false);
    one.times.push(performance.now() - begin);
    if (!isFine) one.failures += 1;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

function lookAtMemory() {
  for (const one of watched) {
    const children = fileOf(one.pid, `task/${one.pid}/children`).split(' ').filter(Boolean);
    const readers = children.filter(isReader).map(memoryOf);
    one.readerPeakMb = Math.max(one.readerPeakMb, ...readers.map(({ peakMb }) => peakMb));
    const all = [memoryOf(one.pid), ...readers];
    one.peakMb = Math.max(
      one.peakMb,
      all.reduce((sum, { mb }) => sum + mb, 0),
    );
  }
}

/** A process that is just being started still has the memory of its parent. */
const isReader = (pid) => fileOf(pid, 'cmdline').includes('--max-old-space-size');

function memoryOf(pid) {
  const status = fileOf(pid, 'status');
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { mb: field('VmRSS') / 1024, peakMb: field('VmHWM') / 1024 };
}

/** Empty for a process that has ended. */
function fileOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
