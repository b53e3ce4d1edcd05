import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK_HEADERS, webhookEventSchema, webhookMessageSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';

const guide = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');

describe('what docs/webhooks.md says', () => {
  it('given its message, when it is read as a receiver would, then it is one, and nothing is missing or made up', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
    const shown = JSON.parse(json);
    expect(webhookMessageSchema.parse(shown)).toEqual(shown);
  });

  it('given the events and the headers, when it is read, then it has a row for each of them', () => {
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name?.toLowerCase());
    expect(rows).toEqual([...webhookEventSchema.options, ...Object.values(WEBHOOK_HEADERS)]);
  });
});
