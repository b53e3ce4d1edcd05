import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK_HEADERS, webhookEventSchema, webhookMessageSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';

const guide = readFileSync(join(import.meta.dirname, '../docs/reference/webhooks.md'), 'utf8');

describe('docs/reference/webhooks.md', () => {
  it('shows a complete message that the schema accepts', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
    const shown = JSON.parse(json);
    expect(webhookMessageSchema.parse(shown)).toEqual(shown);
  });

  it('has a row for every event and every header', () => {
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name?.toLowerCase());
    expect(rows).toEqual([...webhookEventSchema.options, ...Object.values(WEBHOOK_HEADERS)]);
  });
});
