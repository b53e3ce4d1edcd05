import { expect, it } from '@jest/globals';
import { refusalsCsv } from './refusals-csv.js';

it('writes cells that are read as they were, and none that is a formula', () => {
  const csv = refusalsCsv([
    {
      line: 3,
      title: 'Said "so", twice',
      url: '=cmd|calc',
      result: 'invalid',
      reason: 'must be an http or https URL',
    },
    { line: 4, title: '', url: '', result: 'invalid' },
  ]);
  expect(csv.split('\r\n')).toEqual([
    '"line","title","address","reason"',
    `"3","Said ""so"", twice","'=cmd|calc","must be an http or https URL"`,
    '"4","","",""',
  ]);
});
