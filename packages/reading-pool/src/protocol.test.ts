import { describe, expect, it } from '@jest/globals';
import { createFrameReader, encodeFrame, encodeSealed, FRAME, type Frame } from './protocol.js';

describe('sealed items', () => {
  const items = [
    { guid: 'a', json: JSON.stringify({ text: 'lines\nand "quotes"', of: '✓ 😀 \ud83d' }) },
    { guid: 'b', json: '{}' },
    { guid: 'line\nbreak', json: JSON.stringify({ text: 'x'.repeat(1000) }) },
  ];

  it.each([1, 7, 100_000])('arrive as they were sent, in pieces of %i bytes', (size) => {
    const frames: Frame[] = [];
    const read = createFrameReader(
      (frame) => frames.push(frame),
      () => {},
    );
    const bytes = encodeFrame(FRAME.sealedItems, encodeSealed(items));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(frames).toEqual([{ type: FRAME.items, body: items }]);
  });
});
