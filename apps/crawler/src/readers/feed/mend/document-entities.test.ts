import { describe, expect, it } from '@jest/globals';
import { withEntities } from './document-entities.js';

const declaring = (...entities: string[]) => `<?xml version="1.0"?><!DOCTYPE rss [${entities.join('')}]>`;
const entity = (name: string, value: string) => `<!ENTITY ${name} "${value}">`;

describe('withEntities', () => {
  it.each([
    ['a declared entity', '&tea; time', [entity('tea', 'Green tea')], 'Green tea time'],
    ['an entity of others', '&b;', [entity('a', 'tea'), entity('b', '&a;, &a;')], 'tea, tea'],
    ['an entity in CDATA', '<![CDATA[&a;]]>&a;', [entity('a', 'tea')], '<![CDATA[&a;]]>tea'],
    ['an undeclared entity', '&b; &amp; &#38;', [entity('a', 'tea')], '&b; &amp; &#38;'],
    ['a predefined entity', '&amp;', [entity('amp', 'and')], '&amp;'],
    ['an external entity', '&a;', ['<!ENTITY a SYSTEM "file:///etc/passwd">'], '&a;'],
    ['an entity of itself', '&a;', [entity('a', 'x&a;')], '&a;'],
    ['entities in a circle', '&a;', [entity('a', '&b;'), entity('b', '&a;')], '&a;'],
    [
      'entities of entities of entities',
      '&c;',
      [entity('a', 'x'), entity('b', '&a;y'), entity('c', '&b;z &amp; &#169;')],
      'xyz &amp; &#169;',
    ],
    [
      'entities that are declared after those that use them',
      '&c;',
      [entity('c', '&b;&b;'), entity('b', '&a;&a;'), entity('a', 'x')],
      'xxxx',
    ],
    ['what is beside entities in a circle', '&a; &x;', [entity('a', '&a;'), entity('x', 'y')], '&a; y'],
    [
      'an entity that becomes long by others',
      '&d; &a;',
      [entity('a', 'x'.repeat(400)), entity('b', '&a;&a;'), entity('d', '&b;&b;')],
      `&d; ${'x'.repeat(400)}`,
    ],
    ['a long entity', '&a;', [entity('a', 'x'.repeat(1001))], '&a;'],
  ])('reads %s in %j', (_what, xml, entities, expected) => {
    expect(withEntities(xml, declaring(...entities))).toBe(expected);
  });

  it('stops when all references together have grown too much', () => {
    const xml = withEntities('&a;'.repeat(1_000_000), declaring(entity('a', 'x'.repeat(1000))));
    expect(xml.length).toBeLessThan(3_300_000);
    expect(xml).toMatch(/^x{1000}.*&a;$/);
  });

  it('leaves entities that multiply each other as they are', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      entity(`e${level}`, level === 0 ? 'ha' : `&e${level - 1};`.repeat(10)),
    );
    const xml = withEntities('&e11; &e3; &e2;', declaring(...levels));
    expect(xml).toBe(`&e11; &e3; ${'ha'.repeat(100)}`);
  });

  it('ignores a prolog of megabytes', () => {
    const prolog = declaring(...Array.from({ length: 100_000 }, (_, index) => entity(`e${index}`, 'x')));
    expect(withEntities('&e1;', prolog)).toBe('&e1;');
  });
});
