import { describe, expect, it } from '@jest/globals';
import { displayWidth, renderTable } from './table.js';

interface Row {
  id: string;
  name: string | null;
}
const columns = [
  { title: 'id', text: ({ id }: Row) => id, fixed: true },
  { title: 'name', text: ({ name }: Row) => name, colour: () => 'red' as const },
];
const plain = (width: number) => ({ width, colours: false });

describe('a table', () => {
  it('Given room, when it is drawn, then columns are aligned and nothing is cut', () => {
    const rows = [
      { id: 'a', name: 'short' },
      { id: 'abc', name: null },
    ];
    expect(renderTable(columns, rows, plain(80))).toBe('ID   NAME\na    short\nabc  –');
  });

  it('Given little room, when it is drawn, then texts are cut, ids never, and no line is longer', () => {
    const rows = [{ id: '12345678', name: 'a name that is too long for it' }];
    const drawn = renderTable(columns, rows, plain(20));
    expect(drawn).toBe('ID        NAME\n12345678  a name th…');
    expect(Math.max(...drawn.split('\n').map(displayWidth))).toBeLessThanOrEqual(20);
  });

  it('Given letters of double width, when they are cut, then the columns stay aligned', () => {
    const rows = [
      { id: '1', name: '新聞新聞新聞新聞' },
      { id: '2', name: 'x' },
    ];
    const [, first] = renderTable([...columns].reverse(), rows, plain(12)).split('\n');
    expect(first).toBe('新聞新…   1');
  });

  it('Given colours, when it is drawn, then they surround the text; without, there are none', () => {
    const rows = [{ id: '1', name: 'x' }];
    expect(renderTable(columns, rows, { width: 80, colours: true })).toContain('\x1b[31mx');
    expect(renderTable(columns, rows, plain(80))).not.toContain('\x1b');
  });

  it('Given a text that would move the cursor, when it is drawn, then it cannot', () => {
    const drawn = renderTable(columns, [{ id: '1', name: 'a\x1b[2Jb\r\nc\u202e' }], plain(80));
    expect(drawn).toBe('ID  NAME\n1   a [2Jb c');
  });
});
