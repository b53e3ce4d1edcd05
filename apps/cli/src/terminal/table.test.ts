import { describe, expect, it } from '@jest/globals';
import { type Column, renderDetails, renderTable } from './table.js';
import { displayWidth } from './text.js';

interface Row {
  id: string;
  name: string | null;
}
const columns: Column<Row>[] = [
  { title: 'id', text: ({ id }) => id, fixed: true },
  { title: 'name', text: ({ name }) => name, colour: () => 'red' },
];
const plain = (width: number) => ({ width, colours: false });
const widest = (drawn: string) => Math.max(...drawn.split('\n').map(displayWidth));

describe('renderTable', () => {
  it('aligns columns and cuts nothing when there is room', () => {
    const rows = [
      { id: 'a', name: 'short' },
      { id: 'abc', name: null },
    ];
    expect(renderTable(columns, rows, plain(80))).toBe('ID   NAME\na    short\nabc  –');
  });

  it('cuts texts but not ids to the width of the terminal', () => {
    const drawn = renderTable(columns, [{ id: '12345678', name: 'a name that is too long' }], plain(20));
    expect(drawn).toBe('ID        NAME\n12345678  a name th…');
    expect(widest(drawn)).toBe(20);
  });

  it('leaves out the least important columns when cutting is not enough', () => {
    const wide: Column<Row>[] = [
      ...columns,
      { title: 'second', text: () => 'x'.repeat(20), dropFirst: 1 },
      { title: 'first', text: () => 'x'.repeat(20), dropFirst: 2 },
    ];
    const drawn = renderTable(wide, [{ id: '12345678', name: 'a name that is too long' }], plain(30));
    expect(drawn.split('\n')[0]).toBe('ID        NAME       SECOND');
    expect(widest(drawn)).toBeLessThanOrEqual(30);
  });

  it.each([
    ['CJK', '新聞新聞新聞新聞', '新聞新…   1'],
    [
      'emoji of several characters',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…   1',
    ],
    ['flags', '🇨🇭🇨🇭🇨🇭🇨🇭🇨🇭', '🇨🇭🇨🇭🇨🇭…   1'],
    ['combining marks', 'e\u0301'.repeat(9), `${'e\u0301'.repeat(7)}…  1`],
    ['Korean', '한국어한국어', '한국어…   1'],
  ])('cuts %s between characters and stays aligned', (_what, name, expected) => {
    const [, first = ''] = renderTable([...columns].reverse(), [{ id: '1', name }], plain(11)).split('\n');
    expect(first).toBe(expected);
    expect(displayWidth(first)).toBe(11);
  });

  it('colours cells when colours are on', () => {
    const rows = [{ id: '1', name: 'x' }];
    expect(renderTable(columns, rows, { width: 80, colours: true })).toContain('\x1b[31mx');
    expect(renderTable(columns, rows, plain(80))).not.toContain('\x1b');
  });

  it('removes what would move the cursor or turn the writing direction round', () => {
    const drawn = renderTable(columns, [{ id: '1', name: 'a\x1b[2Jb\r\nc\u202ed\u009be\u2028f' }], plain(80));
    expect(drawn).toBe('ID  NAME\n1   a [2Jb c d e f');
  });
});

describe('renderDetails', () => {
  it('leaves out what has no value', () => {
    expect(
      renderDetails(
        [
          ['name', 'x'],
          ['none', null],
          ['failures', 0],
        ],
        { colours: false },
      ),
    ).toBe('name      x\nfailures  0');
  });
});
