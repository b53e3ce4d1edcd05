import { expect, it } from '@jest/globals';
import { readSourceSearch, type SourceSearch } from '../sources/source-search.js';
import { readViews } from './read-views.js';

it.each<[string | null, { name: string; search: SourceSearch }[]]>([
  [null, []],
  ['', []],
  ['not JSON', []],
  ['{"name":"x"}', []],
  ['[null, 3, {"name":""}, {"name":"x"}, {"name":"x","search":null}]', []],
  [
    '[{"name":"Gone","search":{"error_type":"gone","unheard":1}}]',
    [{ name: 'Gone', search: readSourceSearch({ error_type: 'gone' }) }],
  ],
])('reads of %j what makes sense', (text, views) => expect(readViews(text)).toEqual(views));
