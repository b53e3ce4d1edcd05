import { describe, expect, it } from '@jest/globals';
import { switchOperations } from './switch-operations.js';
import { VERDICTS, type VerdictKind } from './verdicts.js';

const KINDS = Object.keys(VERDICTS) as VerdictKind[];
const TEXTS = { reason: 'gone', from: 'https://old.example/feed', to: 'https://new.example/feed' };
const command = {
  commandId: '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11',
  healthEpoch: 0,
  decidedAt: '2026-02-05T12:00:00.000Z',
};

describe('the table of verdicts', () => {
  it.each(KINDS)('gives %s the fields that its operation asks for, and no others', (kind) => {
    const { fields, operation } = VERDICTS[kind];
    const body = { ...Object.fromEntries(fields.map((field) => [field, TEXTS[field]])), command };
    expect(switchOperations[operation].body.schema.parse(body)).toEqual(body);
  });

  it('names every action once', () => {
    const actions = KINDS.map((kind) => VERDICTS[kind].action);
    expect(new Set(actions).size).toBe(actions.length);
  });
});
