import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { decodeText } from './decode-text.js';

const TEXT = 'naïve “quotes” – 10 €';
const RUSSIAN = 'Привет';
const JAPANESE = '日本語';
const prolog = (charset: string, text: string) => `<?xml version="1.0" encoding="${charset}"?><t>${text}</t>`;
const page = (charset: string, text: string) =>
  `<!doctype html><html><head><meta charset=${charset}></head>${text}</html>`;

describe('decodeText', () => {
  it.each([
    ['nothing declared', null, 'utf-8', TEXT],
    ['the header', 'text/xml; charset=windows-1252', 'windows-1252', TEXT],
    ['the header, quoted', 'text/xml; charset="Windows-1251"', 'windows-1251', RUSSIAN],
    ['latin1, which means windows-1252', 'text/xml; charset=ISO-8859-1', 'windows-1252', TEXT],
    ['ASCII, which means windows-1252', 'text/xml; charset=us-ascii', 'windows-1252', TEXT],
    ['a label only iconv knows', 'text/xml; charset=win-1251', 'windows-1251', RUSSIAN],
    ['Shift_JIS', 'text/xml; charset=Shift_JIS', 'shift_jis', JAPANESE],
    ['the prolog', 'text/xml', 'koi8-r', prolog('KOI8-R', RUSSIAN)],
    ['the prolog in single quotes', null, 'windows-1252', prolog('windows-1252', TEXT).replaceAll('"', "'")],
    ['the prolog after an unknown header', 'text/xml; charset=klingon', 'euc-jp', prolog('euc-jp', JAPANESE)],
    ['the meta element', 'text/html', 'windows-1251', page('windows-1251', RUSSIAN)],
    ['a prolog that cannot be true', null, 'utf-8', prolog('utf-16', TEXT)],
    ['UTF-16 without a mark', 'text/xml', 'utf-16le', prolog('utf-16', TEXT)],
    ['big-endian UTF-16 without a mark', 'text/xml', 'utf-16be', prolog('utf-16', TEXT)],
  ])('decodes %s', (_given, contentType, charset, text) => {
    expect(decodeText(iconv.encode(text, charset), contentType)).toBe(text);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'believes a byte order mark of %s over the header, and removes it',
    (charset) => {
      const bytes = iconv.encode(RUSSIAN, charset, { addBOM: true });
      expect(decodeText(bytes, 'text/xml; charset=windows-1252')).toBe(RUSSIAN);
    },
  );

  it.each([
    ['UTF-8 called latin1 by the server', 'text/xml; charset=ISO-8859-1', 'utf-8', prolog('utf-8', TEXT)],
    [
      'UTF-8 called windows-1251 by everybody',
      'text/xml; charset=windows-1251',
      'utf-8',
      prolog('windows-1251', RUSSIAN),
    ],
    [
      'windows-1251 called UTF-8 by the server',
      'text/xml; charset=utf-8',
      'windows-1251',
      prolog('windows-1251', RUSSIAN),
    ],
    [
      'windows-1251 under the default of a server',
      'text/xml; charset=ISO-8859-1',
      'windows-1251',
      prolog('windows-1251', RUSSIAN),
    ],
    [
      'windows-1252 called UTF-8 by everybody',
      'text/xml; charset=utf-8',
      'windows-1252',
      prolog('utf-8', TEXT),
    ],
    ['windows-1252 that nobody names', null, 'windows-1252', TEXT],
    [
      'Shift_JIS called EUC-JP by the server',
      'text/xml; charset=euc-jp',
      'shift_jis',
      prolog('Shift_JIS', '日本語のニュース'),
    ],
    ['a header of UTF-16 for bytes that are not', 'text/xml; charset=utf-16', 'utf-8', TEXT],
    ['a prolog behind white space', null, 'windows-1251', `\n\n${prolog('windows-1251', RUSSIAN)}`],
    ['UTF-16 without mark or prolog', null, 'utf-16le', `<rss>${RUSSIAN}</rss>`],
  ])('believes the bytes over %s', (_given, contentType, charset, text) => {
    expect(decodeText(iconv.encode(text, charset), contentType)).toBe(text);
  });

  it('keeps the rest of UTF-8 with a broken character', () => {
    const bytes = Buffer.concat([Buffer.from(`${RUSSIAN} `), Buffer.from([0xd0]), Buffer.from(' end')]);
    expect(decodeText(bytes, 'text/xml; charset=utf-8')).toBe(`${RUSSIAN} \uFFFD end`);
  });
});
