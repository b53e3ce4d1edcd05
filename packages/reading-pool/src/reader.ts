import type { Readable, Writable } from 'node:stream';
import { type LaunchOptions, launchReader } from './launch-reader.js';
import { createFrameReader, FRAME, type Frame, REQUESTS_FD, RESPONSES_FD, type Usage } from './protocol.js';
import type { CostLimit, ReadingResult } from './task.js';
import type { Death } from './why-it-died.js';

export type Response = Exclude<ReadingResult, { kind: 'crashed' }> | { kind: 'threw'; error: Error };

export interface ReaderEvents {
  onReady(usage: Usage): void;
  /** The response to the oldest open request. */
  onResponse(response: Response, usage: Usage): void;
  /** The response is larger than it may be, and is not read. */
  onOverflow(): void;
  /** It has ended, and everything that it wrote has been read. */
  onEnd(death: Death): void;
}

export interface ReaderOptions extends LaunchOptions {
  maxResultBytes: number;
}

/** One process that reads documents, one after another. */
export interface Reader {
  readonly pid: number | undefined;
  /** A part of a response has come: the document is read, the rest is on its way. */
  isResponding(): boolean;
  send(header: Buffer, body: Uint8Array): void;
  kill(): void;
}

const LAST_WORDS_CHARS = 4000;

export function startReader(options: ReaderOptions, events: ReaderEvents): Reader {
  const child = launchReader(options);
  // A process that could not be started may have no pipes.
  const requests = child.stdio?.[REQUESTS_FD] as Writable | undefined;
  const responses = child.stdio?.[RESPONSES_FD] as Readable | undefined;
  let lastWords = '';
  let items: unknown[] = [];
  let announced = 0;

  function onFrame({ type, body }: Frame): void {
    if (type === FRAME.items) {
      for (const item of body as unknown[]) items.push(item);
      return;
    }
    const { usage, ...content } = body as { usage: Usage };
    const whole = responseOf(type, content, items);
    [items, announced] = [[], 0];
    if (whole) events.onResponse(whole, usage);
    else events.onReady(usage);
  }

  function onAnnounced(bytes: number): void {
    announced += bytes;
    if (announced <= options.maxResultBytes) return;
    // The reader keeps to the limit itself; one that does not is not listened to any longer.
    responses?.destroy();
    events.onOverflow();
  }

  responses?.on('data', createFrameReader(onFrame, onAnnounced));
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    lastWords = (lastWords + words).slice(-LAST_WORDS_CHARS);
  });
  // How a pipe broke says nothing that the end of the process does not say better.
  for (const pipe of [requests, responses, child.stderr]) pipe?.on('error', () => {});
  child.on('error', (error) => {
    lastWords += error.message;
    if (child.pid === undefined) events.onEnd({ exitCode: null, signal: null, lastWords });
  });
  child.on('close', (exitCode, signal) => {
    if (child.pid !== undefined) events.onEnd({ exitCode, signal, lastWords });
  });

  return {
    pid: child.pid,
    isResponding: () => announced > 0,
    send(header, body) {
      requests?.cork();
      requests?.write(header);
      requests?.write(body);
      requests?.uncork();
    },
    kill: () => child.kill('SIGKILL'),
  };
}

function responseOf(type: number, content: unknown, items: unknown[]): Response | null {
  switch (type) {
    case FRAME.value:
      return { kind: 'read', items, ...(content as { value: unknown }) };
    case FRAME.tooCostly:
      return { kind: 'too_costly', ...(content as { limit: CostLimit; detail: string }) };
    case FRAME.error: {
      const { message, stack } = content as { message: string; stack: string | null };
      return { kind: 'threw', error: Object.assign(new Error(message), stack && { stack }) };
    }
    default:
      return null;
  }
}
