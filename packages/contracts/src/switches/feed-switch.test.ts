import { describe, expect, it } from '@jest/globals';
import { errorTypeSchema } from '../policies/error-types.js';
import { feedDisableSchema, feedEnableSchema, MANUAL_REASON } from './feed-switch.js';

const command = {
  commandId: '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11',
  healthEpoch: 0,
  decidedAt: '2026-03-01T12:00:00.000Z',
};

describe('the commands that switch a feed', () => {
  it.each([...errorTypeSchema.options, MANUAL_REASON, 'x', 'moved_2026', 'x'.repeat(40)])(
    'accept the reason %s',
    (reason) => {
      expect(feedDisableSchema.parse({ reason, command })).toEqual({ reason, command });
    },
  );

  it.each([
    '',
    ' ',
    'Gone',
    '2many',
    '_x',
    '__proto__',
    'not found',
    'gone\n',
    'x'.repeat(41),
    null,
    undefined,
  ])('reject the reason %j by name', (reason) => {
    expect(feedDisableSchema.safeParse({ reason }).error?.issues[0]?.path).toEqual(['reason']);
  });

  it.each([
    ['no id', { commandId: undefined }],
    ['an id that is none', { commandId: '1' }],
    ['a negative epoch', { healthEpoch: -1 }],
    ['no time', { decidedAt: 'now' }],
    ['something more', { force: true }],
  ])('reject a command with %s', (_given, changes) => {
    const bad = { ...command, ...changes };
    expect(feedDisableSchema.safeParse({ reason: 'gone', command: bad }).success).toBe(false);
    expect(feedEnableSchema.safeParse({ command: bad }).success).toBe(false);
  });

  it('need no body when a person enables a feed', () => {
    expect(feedEnableSchema.parse({})).toEqual({});
  });
});
