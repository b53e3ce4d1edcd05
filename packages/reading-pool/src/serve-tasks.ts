import { Worker } from 'node:worker_threads';
import { readFully, writeFully } from './blocking-pipe.js';
import {
  encodeFrame,
  encodeSealed,
  FRAME,
  REQUEST_PREFIX_BYTES,
  type RequestHeader,
  type SealedItem,
  type Usage,
  WATCH_PARENT,
} from './protocol.js';
import type { Reading, TaskHandlers, TaskTypes } from './task.js';

/** Few frames for many small items, and none so large that taking it apart holds the other end up. */
const ITEMS_FRAME_CHARS = 64 * 1024;

/**
 * The life of a reader: one request after another until the pipe is closed. It never begins a request before the
 * response to the one before is written, so whatever ends the process, the oldest open request is to blame.
 */
export async function serveTasks<Tasks extends TaskTypes>(handlers: TaskHandlers<Tasks>): Promise<never> {
  outliveSignals();
  watchParent();
  writeFully(lastFrame(FRAME.ready, {}));
  for (;;) {
    const request = readRequest();
    if (!request) process.exit(0);
    await respond(handlers, request);
  }
}

interface Request {
  header: RequestHeader;
  body: Buffer;
}

function readRequest(): Request | null {
  const prefix = Buffer.alloc(REQUEST_PREFIX_BYTES);
  if (!readFully(prefix)) return null;
  const header = Buffer.alloc(prefix.readUInt32LE(0));
  const body = Buffer.allocUnsafeSlow(prefix.readUInt32LE(4));
  if (!readFully(header) || !readFully(body)) return null;
  return { header: JSON.parse(header.toString()), body };
}

async function respond<Tasks extends TaskTypes>(
  handlers: TaskHandlers<Tasks>,
  { header, body }: Request,
): Promise<void> {
  try {
    const handler = handlers[header.task];
    if (!handler) throw new Error(`no such task: ${header.task}`);
    for (const frame of framesOf(await handler(header.input as never, body), header.maxResultBytes))
      writeFully(frame);
  } catch (error) {
    const cost = costOf(error);
    writeFully(cost ? lastFrame(FRAME.tooCostly, cost) : lastFrame(FRAME.error, describe(error)));
  }
}

/** Says besides what the process has had so far. */
function lastFrame(type: number, content: object): Buffer {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
  return encodeFrame(type, JSON.stringify({ ...content, usage }));
}

/** Made one after another as they are sent. */
function* framesOf({ items, value }: Reading, maxResultBytes: number): Generator<Buffer> {
  let total = 0;
  for (const frame of framesOfItems(items)) {
    total += frame.length;
    if (total > maxResultBytes) throw new ResultTooLarge(maxResultBytes);
    yield frame;
  }
  const last = lastFrame(FRAME.value, { value });
  if (total + last.length > maxResultBytes) throw new ResultTooLarge(maxResultBytes);
  yield last;
}

function* framesOfItems(items: unknown[]): Generator<Buffer> {
  if (items.every(isSealed)) {
    for (const part of inParts(items, ({ json }) => json.length))
      yield encodeFrame(FRAME.sealedItems, encodeSealed(part));
    return;
  }
  for (const part of inParts(textsOf(items), ({ length }) => length))
    yield encodeFrame(FRAME.items, `[${part.join()}]`);
}

function* textsOf(items: unknown[]): Generator<string> {
  for (const item of items) yield JSON.stringify(item);
}

function* inParts<Item>(items: Iterable<Item>, charsOf: (item: Item) => number): Generator<Item[]> {
  let part: Item[] = [];
  let chars = 0;
  for (const item of items) {
    part.push(item);
    chars += charsOf(item);
    if (chars < ITEMS_FRAME_CHARS) continue;
    yield part;
    [part, chars] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function isSealed(item: unknown): item is SealedItem {
  return typeof item === 'object' && item !== null && 'json' in item && typeof item.json === 'string';
}

class ResultTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`what was read has more than ${maxBytes} bytes`);
  }
}

const OUT_OF_MEMORY =
  /Invalid (string|array|array buffer|typed array) length|allocation failed|failed to allocate|call stack|too large/i;

/** What a document must not need, as the engine reports it. Every other error is a mistake in a handler. */
function costOf(error: unknown) {
  if (error instanceof ResultTooLarge) return { limit: 'result', detail: error.message };
  if (error instanceof RangeError && OUT_OF_MEMORY.test(error.message))
    return { limit: 'memory', detail: error.message };
  return null;
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000), stack: null };
  return { message: error.message.slice(0, 1000), stack: error.stack?.slice(0, 4000) ?? null };
}

/** A Ctrl-C or a stop of the whole group is for the parent, which lets polls under way end first. */
function outliveSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/** Where the kernel does not end us with our parent: reading in a loop, we would not see that the pipe is closed. */
function watchParent(): void {
  const parent = process.argv.find((argument) => argument.startsWith(WATCH_PARENT));
  if (parent === undefined) return;
  const watcher = new Worker(new URL('./watch-parent.js', import.meta.url), {
    workerData: Number(parent.slice(WATCH_PARENT.length)),
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  watcher.unref();
}
