import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call, type FakeServices, json, source, startFakeServices } from './fake-services.js';

let services: FakeServices;
beforeAll(async () => {
  services = await startFakeServices();
});
beforeEach(() => services.reset());
afterAll(() => services.server.close());

const hours = (count: number) => new Date(Date.now() + count * 3_600_000 + 60_000).toISOString();
const open = {
  id: '6a0b7c1e-4d52-4f0c-9b7a-2c8e5d1f3a46',
  kind: 'route',
  key: 'hub.example',
  route: 'bird',
  vantage: 'default',
  family: 'denied',
  code: 'http_403',
  state: 'open',
  startedAt: hours(-3),
  openedAt: hours(-3),
  toldAt: null,
  lostAt: null,
  closedAt: null,
  closeReason: null,
  absorbedBy: null,
  failedProbes: 2,
  nextProbeAt: hours(1),
  feeds: 36,
};
const closed = {
  ...open,
  id: '7b1c8d2f-5e63-4a1d-8c8b-3d9f6e2a4b57',
  kind: 'host',
  key: 'down.example',
  route: null,
  state: 'closed',
  closedAt: hours(-2),
  closeReason: 'recovered',
  nextProbeAt: null,
};
const detail = {
  ...open,
  hosts: ['hub.example'],
  hostCount: 3,
  feedsNow: 35,
  evidence: [{ sourceId: source.id, at: open.startedAt }],
  ends: 'One of its feeds is polled for all.',
};
const feedwarden = async (args: string[], columns?: number) => {
  const ended = await call(services, ['incidents', ...args], columns === undefined ? {} : { columns });
  return { ...ended, out: stripVTControlCharacters(ended.out) };
};
const LIST = 'GET /api/v1/blame/incidents';

describe('incidents', () => {
  beforeEach(() => {
    services.responses[LIST] = json({ items: [open, closed], nextCursor: null });
    services.responses[`GET /api/v1/blame/incidents/${open.id}`] = json(detail);
  });

  it('are listed as JSON when piped', async () => {
    const { code, out } = await feedwarden(['--open', '--limit', '7']);
    expect({ code, items: JSON.parse(out) }).toEqual({ code: 0, items: [open, closed] });
    expect(services.server.requests[0]?.url).toBe('/api/v1/blame/incidents?limit=7&open=true');
  });

  it('are a table for a person, with what fails and when it is probed', async () => {
    const { out } = await feedwarden([], 100);
    const [head, first, second] = out.split('\n');
    expect(head).toMatch(/^ID +STATE +SINCE +KIND +WHAT +ERROR +FEEDS +NEXT PROBE$/);
    expect(first).toMatch(/^6a0b7c1e +open +2h ago +route +hub\.example\/bird +http_403 +36 +in 1h$/);
    expect(second).toMatch(/^7b1c8d2f +closed .* down\.example .* ended 1h ago$/);
    expect(services.server.requests[0]?.url).toBe('/api/v1/blame/incidents?limit=50');
  });

  it.each([open.id, '6a0b'])('are shown one by one, named as %s', async (name) => {
    const { code, out } = await feedwarden([name], 100);
    expect(code).toBe(0);
    expect(out).toMatch(/^what +route hub\.example\/bird$/m);
    expect(out).toMatch(/^feeds +35 \(36 when it was opened\)$/m);
    expect(out).toMatch(/^hosts +hub\.example and 2 more$/m);
    expect(out).toMatch(/^what ends it +One of its feeds is polled for all\.$/m);
    expect(JSON.parse((await feedwarden([name])).out)).toEqual(detail);
  });

  it('that are not there are not found', async () => {
    const { code, err } = await feedwarden(['ffff']);
    expect(code).toBe(3);
    expect(err).toContain('there is no incident "ffff" among the last 500. See: feedwarden incidents');
  });

  it('that could be two are not guessed', async () => {
    services.responses[LIST] = json({
      items: [open, { ...closed, id: open.id.replace('46', '47') }],
      nextCursor: null,
    });
    const { code, err } = await feedwarden(['6a0b']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('"6a0b" is ambiguous') });
  });

  it('are none in a quiet time', async () => {
    services.responses[LIST] = json({ items: [], nextCursor: null });
    expect((await feedwarden(['--open'], 80)).out).toBe('No open incidents.\n');
    expect((await feedwarden([], 80)).out).toBe('No incidents.\n');
  });
});
