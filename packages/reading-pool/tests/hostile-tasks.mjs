import { writeSync } from 'node:fs';
import { serveTasks } from '../dist/serve-tasks.js';

/** Documents for the tests say what they do to the process that reads them. */
const DEEDS = {
  async echo({ text }, bytes) {
    return { value: `${text} ${bytes.toString()}`, items: [] };
  },
  async pid() {
    return { value: process.pid, items: [] };
  },
  async environment() {
    return { value: { ...process.env }, items: [] };
  },
  async grow() {
    const all = [];
    for (;;) all.push(new Array(3e7).fill(all.length));
  },
  async growOutsideTheHeap() {
    const all = [];
    for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  async growAString() {
    let text = 'x'.repeat(1024);
    for (;;) text += text;
  },
  async recurse() {
    const deeper = (depth) => deeper(depth + 1) + 1;
    return { value: deeper(0), items: [] };
  },
  async loop() {
    for (;;);
  },
  async backtrack() {
    return { value: /^(a+)+$/.test(`${'a'.repeat(40)}!`), items: [] };
  },
  async neverEnds() {
    return new Promise((resolve) => setTimeout(resolve, 1e8));
  },
  async abort() {
    process.abort();
  },
  async exit() {
    process.exit(3);
  },
  async throwLater() {
    setImmediate(() => {
      throw new Error('later');
    });
    return new Promise(() => {});
  },
  async throw() {
    throw new TypeError('a mistake');
  },
  async hugeResult() {
    return { value: null, items: Array.from({ length: 50 }, () => 'x'.repeat(1024 * 1024)) };
  },
  async announceTooMuch() {
    const prefix = Buffer.alloc(5);
    prefix.writeUInt8(1, 0);
    prefix.writeUInt32LE(4_000_000_000, 1);
    writeSync(4, prefix);
    for (;;) writeSync(4, Buffer.alloc(64 * 1024));
  },
  async items({ count }) {
    return {
      value: count,
      items: Array.from({ length: count }, (_, index) => ({ index, text: 'é'.repeat(100) })),
    };
  },
  async work({ ms }) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    return { value: process.pid, items: [] };
  },
};

await serveTasks(DEEDS);
