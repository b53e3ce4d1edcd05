import { describe, expect, it } from '@jest/globals';
import { bulkFilter } from './bulk-filter.js';
import { exportHref } from './export-sources.js';
import { readSourceSearch, type SourceSearch, toggled, toQuery } from './source-search.js';

describe('readSourceSearch', () => {
  it.each<[Record<string, unknown>, SourceSearch]>([
    [{}, {}],
    [{ status: 'failing,probing' }, { status: 'failing,probing' }],
    [{ status: 'failing,unheard' }, { status: 'failing' }],
    [{ status: 3, error_type: ['gone'] }, {}],
    [
      { needs_you: true, polled: false },
      { needs_you: true, polled: false },
    ],
    [{ needs_you: 'true' }, {}],
    [{ sort: 'name' }, { sort: 'name' }],
    [{ sort: 'trouble' }, {}],
    [{ sort: 'constructor' }, {}],
    [{ q: 42 }, { q: '42' }],
    [{ q: '  a b ' }, { q: 'a b' }],
    [{ unheard: 1 }, {}],
  ])('reads %j as %j', (raw, search) => expect(readSourceSearch(raw)).toEqual(search));

  it('reads what it wrote', () => {
    const search = readSourceSearch({ status: 'failing', host: 'news.example', sort: '-createdAt' });
    expect(readSourceSearch({ ...search })).toEqual(search);
  });
});

it('asks for trouble first, unless another order was chosen', () => {
  expect(toQuery({ status: 'failing' })).toEqual({ status: 'failing', sort: 'trouble' });
  expect(toQuery({ sort: 'name' })).toEqual({ sort: 'name' });
});

it.each([
  [undefined, 'a', 'a'],
  ['a', 'b', 'a,b'],
  ['a,b', 'a', 'b'],
  ['a', 'a', undefined],
])('toggles in %j the name %j', (list, name, result) => expect(toggled(list, name)).toBe(result));

describe('the filter of a bulk change', () => {
  it.each<[SourceSearch, object]>([
    [{}, { all: true }],
    [{ sort: 'name' }, { all: true }],
    [
      { status: 'failing,probing', q: 'a,b' },
      { status: ['failing', 'probing'], q: 'a,b' },
    ],
    [{ host: 'news.example' }, { host: ['news.example'] }],
  ])('of %j', (search, filter) => expect(bulkFilter(search)).toEqual(filter));
});

it('exports what the filter finds, whatever its order', () => {
  expect(exportHref({ sort: 'name' })).toBe('/api/v1/sources/export');
  expect(exportHref({ status: 'failing,probing', sort: 'name' })).toBe(
    '/api/v1/sources/export?status=failing%2Cprobing',
  );
});
