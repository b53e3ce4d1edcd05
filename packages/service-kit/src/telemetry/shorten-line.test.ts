import { captureLogs } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { SAFE_LINES } from './logger.js';
import { MAX_LINE } from './shorten-line.js';

/** The line as it is written. */
function written(fields: object, message = 'too much'): string {
  const lines: string[] = [];
  pino(SAFE_LINES, { write: (line: string) => void lines.push(line) }).error(fields, message);
  return lines.join('');
}

const long = 'ä"\\\n'.repeat(100_000);
const deep = (levels: number): unknown =>
  levels === 0 ? 'bottom' : { down: deep(levels - 1), text: 'x'.repeat(900) };

describe('a long log line', () => {
  it.each<{ given: string; fields: object; message?: string }>([
    { given: 'a long text', fields: { text: long } },
    { given: 'many texts', fields: { texts: Array.from({ length: 10_000 }, () => 'x'.repeat(100)) } },
    {
      given: 'many fields',
      fields: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, n])),
    },
    { given: 'a long name of a field', fields: { [long]: 1 } },
    { given: 'a deep object', fields: deep(100) as object },
    { given: 'a long message', fields: {}, message: long },
    { given: 'an error with a long message', fields: { err: new Error(long) } },
    { given: 'an error with many causes', fields: { err: nested(100) } },
    { given: '8.7 MB', fields: { text: 'x'.repeat(8_700_000) } },
    {
      given: '8.7 MB in many texts',
      fields: { texts: Array.from({ length: 8700 }, () => 'x'.repeat(1000)) },
    },
  ])('is cut at 8 kB and stays JSON, given $given', ({ fields, message }) => {
    const line = written(fields, message);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 50, time: expect.any(Number), msg: expect.any(String) });
  });

  it('keeps its short fields and says how long it was', () => {
    const line = JSON.parse(written({ sourceId: 'a', text: 'x'.repeat(20_000) }));
    expect(line).toMatchObject({ sourceId: 'a', msg: 'too much', cut: expect.any(Number) });
    expect(line.text).toContain('[20000 characters]');
  });

  it('shows no half of a secret, wherever it is cut', () => {
    for (let before = 1900; before < 2100; before += 7)
      expect(written({ text: `${'x'.repeat(before)} https://ann:s3cret@h.example ${long}` })).not.toContain(
        's3c',
      );
  });

  it('is left as it is up to 8 kB', () => {
    const { logger, lines } = captureLogs();
    logger.info({ text: 'x'.repeat(7000) }, 'fits');
    expect(lines[0]?.text).toHaveLength(7000);
    expect(lines[0]).not.toHaveProperty('cut');
  });
});

function nested(levels: number): Error {
  return new Error('x'.repeat(1000), levels > 0 ? { cause: nested(levels - 1) } : {});
}
