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
    ['UTF-16 behind white space', null, 'utf-16le', `\r\n  <rss>${RUSSIAN}</rss>`],
    ['big-endian UTF-16 behind white space', null, 'utf-16be', `\n\n[${JAPANESE}]`],
    ['UTF-32 without a mark', null, 'utf-32le', `<rss>${RUSSIAN}</rss>`],
    ['big-endian UTF-32 behind white space', null, 'utf-32be', `\n {"a":"${RUSSIAN}"}`],
    ['UTF-16 without mark or prolog', null, 'utf-16le', `<rss>${RUSSIAN}</rss>`],
  ])('believes the bytes over %s', (_given, contentType, charset, text) => {
    expect(decodeText(iconv.encode(text, charset), contentType)).toBe(text);
  });

  it.each([
    ['windows-1251', 'Сегодня утром в городе выпал первый снег, и автобусы опаздывали почти на час.'],
    ['koi8-r', 'Сегодня утром в городе выпал первый снег, и автобусы опаздывали почти на час.'],
    ['iso-8859-5', 'Сегодня утром в городе выпал первый снег, и автобусы опаздывали почти на час.'],
    ['koi8-u', 'Сьогодні вранці в місті випав перший сніг, і автобуси запізнювалися майже на годину.'],
    ['windows-1250', 'Dnes ráno ve městě napadl první sníh a autobusy měly skoro hodinu zpoždění.'],
    ['iso-8859-2', 'Dziś rano w mieście spadł pierwszy śnieg, a autobusy spóźniały się prawie o godzinę.'],
    ['windows-1253', 'Σήμερα το πρωί έπεσε στην πόλη το πρώτο χιόνι και τα λεωφορεία άργησαν.'],
    [
      'windows-1254',
      'Müze, nehir üzerine yeni bir sergi açtı: haritalar, kayıklar ve yaşlı kaptanların mektupları. Giriş hafta sonuna kadar ücretsiz, sonra bilet yüz lira.',
    ],
    ['windows-1255', 'הבוקר ירד בעיר השלג הראשון והאוטובוסים איחרו כמעט בשעה.'],
    ['windows-1256', 'سقط أول ثلج في المدينة هذا الصباح وتأخرت الحافلات قرابة ساعة.'],
    ['windows-1257', 'Šį rytą mieste iškrito pirmasis sniegas, o autobusai vėlavo beveik valandą.'],
    ['windows-874', 'เช้านี้หิมะแรกตกในเมือง และรถประจำทางมาช้าเกือบหนึ่งชั่วโมง'],
    ['windows-1252', 'Ce matin la première neige est tombée sur la ville et les bus étaient en retard.'],
    ['gb18030', '今天早上城里下了第一场雪，公共汽车晚点了将近一个小时。'],
    ['big5', '今天早上城裡下了第一場雪，公車誤點將近一個小時。'],
    ['shift_jis', 'けさ町に初雪が降り、バスは一時間近く遅れました。'],
    ['euc-jp', 'けさ町に初雪が降り、バスは一時間近く遅れました。'],
    ['euc-kr', '오늘 아침 도시에 첫눈이 내려 버스가 거의 한 시간 늦었습니다.'],
  ])('detects undeclared %s', (charset, sentence) => {
    const text = `<rss><channel><item><title>${sentence}</title><link>https://news.example/1</link></item></channel></rss>`;
    expect(decodeText(iconv.encode(text, charset), null)).toBe(text);
    expect(decodeText(iconv.encode(prolog('utf-8', text), charset), 'text/xml; charset=utf-8')).toContain(
      sentence,
    );
  });

  it('finds undeclared text behind much ASCII', () => {
    const text = `<rss>${' '.repeat(200_000)}<title>Сегодня утром в городе выпал первый снег</title></rss>`;
    expect(decodeText(iconv.encode(text, 'koi8-r'), null).slice(-60)).toBe(text.slice(-60));
  });

  it('decodes undeclared ISO-2022-JP', () => {
    const japanese = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1');
    expect(decodeText(Buffer.concat([Buffer.from('<a>'), japanese, Buffer.from('</a>')]), null)).toBe(
      '<a>こんにちは</a>',
    );
  });

  it.each(['', '\x80', '\xff\xff\xff', `<a>${'\x81'.repeat(300_000)}</a>`])(
    'decodes bytes of no character set',
    (text) => {
      expect(typeof decodeText(Buffer.from(text, 'latin1'), null)).toBe('string');
    },
  );

  it('keeps the rest of UTF-8 with a broken character', () => {
    const bytes = Buffer.concat([Buffer.from(`${RUSSIAN} `), Buffer.from([0xd0]), Buffer.from(' end')]);
    expect(decodeText(bytes, 'text/xml; charset=utf-8')).toBe(`${RUSSIAN} \uFFFD end`);
  });
});
