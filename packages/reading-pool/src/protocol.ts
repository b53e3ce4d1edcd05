/** Where a reader finds its requests and leaves its responses. */
export const REQUESTS_FD = 3;
export const RESPONSES_FD = 4;

/** Before the process id of the parent: the reader must notice by itself when that is gone. */
export const WATCH_PARENT = '--watch-parent=';

/** A request is the length of its header, the length of its body, the header in JSON, and the body as it is. */
export const REQUEST_PREFIX_BYTES = 8;

export interface RequestHeader {
  task: string;
  input: unknown;
  /** The most that the response may have, all its frames together. */
  maxResultBytes: number;
}

export function encodeRequest(header: RequestHeader, bodyBytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(REQUEST_PREFIX_BYTES);
  prefix.writeUInt32LE(json.length, 0);
  prefix.writeUInt32LE(bodyBytes, 4);
  return Buffer.concat([prefix, json]);
}

/** What a frame of a response is; a response ends with the first one that is not `items`. */
export const FRAME = { ready: 0, items: 1, value: 2, tooCostly: 3, error: 4, sealedItems: 5 } as const;

/** What a process has taken since it started, as it says with the last frame of a response. */
export interface Usage {
  rssBytes: number;
  cpuMs: number;
}

const PREFIX_BYTES = 5;

export function encodeFrame(type: number, json: string): Buffer {
  const bytes = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + bytes);
  frame.writeUInt8(type, 0);
  frame.writeUInt32LE(bytes, 1);
  frame.write(json, PREFIX_BYTES);
  return frame;
}

/** An item with JSON that is only passed on: on its way it is neither written as a string nor taken apart. */
export interface SealedItem {
  json: string;
}

/** The items with the length of their JSON instead of it, a line break, and the JSON of all. */
export function encodeSealed(items: readonly SealedItem[]): string {
  const heads = items.map((item) => ({ ...item, json: item.json.length }));
  return `${JSON.stringify(heads)}\n${items.map(({ json }) => json).join('')}`;
}

function decodeSealed(text: string): SealedItem[] {
  let at = text.indexOf('\n') + 1;
  const heads: { json: number }[] = JSON.parse(text.slice(0, at));
  return heads.map((head) => {
    const start = at;
    at += head.json;
    return { ...head, json: text.slice(start, at) };
  });
}

export interface Frame {
  type: number;
  body: unknown;
}

/** Puts frames together from the pieces in which they come. `onAnnounced` hears of a length before the bytes are kept. */
export function createFrameReader(onFrame: (frame: Frame) => void, onAnnounced: (bytes: number) => void) {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  let filled = 0;
  let pieces: Buffer[] = [];
  let missing = 0;

  function take(chunk: Buffer): Buffer {
    if (filled < PREFIX_BYTES) {
      const copied = chunk.copy(prefix, filled);
      filled += copied;
      if (filled === PREFIX_BYTES) {
        missing = prefix.readUInt32LE(1);
        onAnnounced(missing);
        if (missing === 0) finish();
      }
      return chunk.subarray(copied);
    }
    const piece = chunk.subarray(0, missing);
    pieces.push(piece);
    missing -= piece.length;
    if (missing === 0) finish();
    return chunk.subarray(piece.length);
  }

  function finish(): void {
    const text = (pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))?.toString() || 'null';
    pieces = [];
    filled = 0;
    const type = prefix.readUInt8(0);
    if (type === FRAME.sealedItems) onFrame({ type: FRAME.items, body: decodeSealed(text) });
    else onFrame({ type, body: JSON.parse(text) });
  }

  return (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0; ) rest = take(rest);
  };
}
