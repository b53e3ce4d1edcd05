import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FailureFamily } from './families.js';
import { absorbs, type Incident, type IncidentDraft, openIncident, pardonedSince } from './incident.js';
import { afterProbe, ageIncident, closeIncident, releasedAt } from './incident-life.js';
import { minute } from './testing/sample-siblings.js';

const HOUR = 60;
const DAY = 24 * HOUR;
const draft: IncidentDraft = {
  scope: 'host',
  key: 'feeds.example',
  route: '',
  family: 'down',
  code: 'http_503',
  startedAt: minute(-1),
  hosts: ['feeds.example'],
  evidence: [],
};

const opened = (family: FailureFamily = 'down', before: Incident | null = null, at = minute(0)) =>
  openIncident({ ...draft, family, startedAt: at }, before, 12, at);
const answer = (good: boolean, traits: { askable?: number; feeds?: number; retryAfterAt?: Date } = {}) => ({
  good,
  feeds: 12,
  askable: 12,
  retryAfterAt: null,
  ...traits,
});
const inMinutes = (at: Date) => (at.getTime() - minute(0).getTime()) / 60_000;

/** The times at which a host that never comes back is probed. */
function probedAt(incident: Incident, count: number, feeds = 12): number[] {
  const times: number[] = [];
  for (let now = incident; times.length < count; ) {
    times.push(inMinutes(now.nextProbeAt));
    now = afterProbe(
      ageIncident(now, now.nextProbeAt).incident,
      answer(false, { feeds }),
      now.nextProbeAt,
    ).incident;
  }
  return times;
}

describe('probes', () => {
  it.each<[FailureFamily, number[]]>([
    ['down', [5, 15, 30, 60, 90]],
    ['dns', [5, 15, 30, 60, 90]],
    ['missing', [15, 45, 75, 105, 135]],
    ['garbled', [15, 45, 105, 165, 225]],
    ['denied', [30, 90, 150, 210, 270]],
    ['limited', [30, 90, 150, 210, 270]],
  ])('of %s come after %j minutes', (family, times) => {
    expect(probedAt(opened(family), 5)).toEqual(times);
  });

  it('come every two hours after a day, or every hour where many feeds wait', () => {
    const [few, many] = [12, 20].map((feeds) =>
      probedAt(opened(), 80, feeds).filter((at) => at > DAY + HOUR),
    );
    expect((few?.[1] ?? 0) - (few?.[0] ?? 0)).toBe(2 * HOUR);
    expect((many?.[1] ?? 0) - (many?.[0] ?? 0)).toBe(HOUR);
  });

  it('come every twelve hours when the incident is lost', () => {
    const late = probedAt(opened('missing'), 120).filter((at) => at > 4 * DAY);
    expect((late[1] ?? 0) - (late[0] ?? 0)).toBe(12 * HOUR);
  });

  it('wait for a Retry-After, but not for longer than a day', () => {
    const asked = (at: number) =>
      inMinutes(
        afterProbe(opened(), answer(false, { retryAfterAt: minute(at) }), minute(5)).incident.nextProbeAt,
      );
    expect(asked(200)).toBe(200);
    expect(asked(100_000)).toBe(DAY + 5);
  });
});

describe('a good answer', () => {
  const votes = (answers: boolean[], askable = 12) =>
    answers.reduce(
      (incident, good) => afterProbe(incident, answer(good, { askable }), minute(5)).incident,
      opened(),
    );

  it('lets others be asked at once', () => {
    expect(votes([true])).toMatchObject({ state: 'open', nextProbeAt: minute(5) });
  });

  it.each([
    [[true, true], 12],
    [[true, false, true], 12],
    [[true, true], 2],
    [[true], 1],
  ])('ends the incident after the votes %j of %i feeds', (answers, askable) => {
    expect(votes(answers, askable)).toMatchObject({
      state: 'closed',
      closeReason: 'recovered',
      closedAt: minute(5),
    });
  });

  it.each([
    [[false], 12],
    [[true, false, false], 12],
    [[true, false], 2],
  ])('does not end it after the votes %j of %i feeds', (answers, askable) => {
    expect(votes(answers, askable)).toMatchObject({
      state: 'open',
      probes: 1,
      votes: [],
      nextProbeAt: minute(15),
    });
  });
});

describe('what people are told', () => {
  it('is nothing before half an hour, then once that it opened', () => {
    expect(ageIncident(opened(), minute(29)).tells).toBeNull();
    const told = ageIncident(opened(), minute(30));
    expect(told.tells).toBe('opened');
    expect(ageIncident(told.incident, minute(31)).tells).toBeNull();
  });

  it('is the end, if they know of the beginning', () => {
    expect(closeIncident(opened(), 'recovered', minute(20)).tells).toBeNull();
    expect(closeIncident(ageIncident(opened(), minute(30)).incident, 'recovered', minute(40)).tells).toBe(
      'closed',
    );
  });

  it('is not the end of one that a wider incident took in', () => {
    expect(
      closeIncident(ageIncident(opened(), minute(30)).incident, 'absorbed', minute(40)).tells,
    ).toBeNull();
  });

  it.each<[FailureFamily, number]>([
    ['missing', 3],
    ['denied', 3],
    ['garbled', 3],
    ['down', 7],
    ['dns', 7],
    ['limited', 7],
  ])('is once more when %s is lost after %i days', (family, days) => {
    const told = ageIncident(opened(family), minute(30)).incident;
    expect(ageIncident(told, minute(days * DAY)).tells).toBeNull();
    const lost = ageIncident(told, minute(days * DAY + 1));
    expect(lost).toMatchObject({ tells: 'lost', incident: { state: 'lost' } });
    expect(ageIncident(lost.incident, minute(days * DAY + 2)).tells).toBeNull();
  });
});

describe('an incident that comes back', () => {
  const closed = (at: number) =>
    closeIncident(ageIncident(opened(), minute(30)).incident, 'recovered', minute(at)).incident;

  it('within six hours is the same one: nobody is told again', () => {
    const again = opened('down', closed(60), minute(60 + 5 * HOUR));
    expect(again.isReopened).toBe(true);
    expect(ageIncident(again, minute(60 + 6 * HOUR)).tells).toBeNull();
    expect(closeIncident(again, 'recovered', minute(60 + 7 * HOUR)).tells).toBeNull();
  });

  it('after six hours is another one', () => {
    const again = opened('down', closed(60), minute(60 + 6 * HOUR));
    expect(ageIncident(again, minute(60 + 7 * HOUR)).tells).toBe('opened');
  });

  it('often is silenced, until it was quiet for days', () => {
    let last: Incident | null = null;
    const silenced: boolean[] = [];
    for (let time = 0; time < 8; time += 1) {
      last = closeIncident(
        opened('down', last, minute(time * 7 * HOUR)),
        'recovered',
        minute(time * 7 * HOUR + 40),
      ).incident;
      silenced.push(last.isSilenced);
    }
    expect(silenced.slice(0, 3)).toEqual([false, false, false]);
    expect(silenced.at(-1)).toBe(true);
    expect(opened('down', last, minute(60 * DAY)).isSilenced).toBe(true);
    expect(ageIncident({ ...opened('down', last, minute(60 * HOUR)) }, minute(61 * HOUR)).tells).toBeNull();
  });
});

describe('a wider incident', () => {
  it('takes in narrower ones of its family', () => {
    expect(absorbs({ ...opened(), scope: 'site' }, opened())).toBe(true);
    expect(absorbs(opened(), { ...opened(), scope: 'site' })).toBe(false);
    expect(absorbs({ ...opened(), scope: 'site' }, opened('dns'))).toBe(false);
  });

  it('of an edge takes back the hour before it was noticed', () => {
    expect(pardonedSince(opened())).toEqual(minute(0));
    expect(pardonedSince({ ...opened(), scope: 'edge' })).toEqual(minute(-60));
  });
});

describe('the end', () => {
  it('makes everybody due within ten minutes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (spread) => {
        const due = inMinutes(releasedAt(spread, minute(0)));
        expect(due).toBeGreaterThanOrEqual(0);
        expect(due).toBeLessThan(10);
      }),
    );
  });
});
