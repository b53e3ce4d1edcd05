import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { type Reading, showGauges } from './gauges.js';

function shown(readings: () => Promise<{ age: Reading; byStatus: Reading }>) {
  const registry = new Registry();
  let clock = 0;
  let calls = 0;
  showGauges(
    registry,
    {
      age: { name: 'age_seconds', help: 'Age' },
      byStatus: { name: 'things', help: 'Things', labelNames: ['status'] },
    },
    () => {
      calls += 1;
      return readings();
    },
    () => clock,
  );
  return {
    scrape: async () => (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line)),
    later: (ms: number) => {
      clock += ms;
    },
    calls: () => calls,
  };
}

describe('showGauges', () => {
  const things = [
    { labels: { status: 'new' }, value: 2 },
    { labels: { status: 'old' }, value: 0 },
  ];

  it('shows all gauges of one reading', async () => {
    const { scrape, calls } = shown(async () => ({ age: 3, byStatus: things }));
    expect(await scrape()).toEqual(['age_seconds 3', 'things{status="new"} 2', 'things{status="old"} 0']);
    expect(calls()).toBe(1);
  });

  it('reads again after ten seconds, and forgets labels that are gone', async () => {
    let left = things;
    const { scrape, later, calls } = shown(async () => ({ age: null, byStatus: left }));
    await scrape();
    left = [];
    later(9_999);
    expect(await scrape()).toContain('things{status="new"} 2');
    later(1);
    expect(await scrape()).toEqual([]);
    expect(calls()).toBe(2);
  });

  it('shows no value while the reading fails', async () => {
    let down = false;
    const { scrape, later } = shown(async () => {
      if (down) throw new Error('the database is away');
      return { age: 3, byStatus: things };
    });
    await scrape();
    down = true;
    later(10_000);
    expect(await scrape()).toEqual([]);
    down = false;
    later(10_000);
    expect(await scrape()).toContain('age_seconds 3');
  });
});
