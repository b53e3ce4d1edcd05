import { describe, expect, it } from '@jest/globals';
import { extractFeed } from './extract-feed.js';

const SYNDICATION = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"';
const rss = (says: string) =>
  `<rss version="2.0" ${SYNDICATION}><channel><title>T</title>${says}<item><guid>1</guid></item></channel></rss>`;
const rdf = (says: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${SYNDICATION}>
    <channel><title>T</title>${says}</channel><item><title>1</title></item></rdf:RDF>`;
const atom = (says: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${SYNDICATION}><title>T</title>${says}<entry><id>1</id></entry></feed>`;
const json = (rest: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [], ...rest });

async function rhythmOf(text: string) {
  const result = await extractFeed({ url: 'https://news.example/feed', contentType: null, text });
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.fact));
  return result.rhythm;
}
const every = (everyMinutes: number) => ({ everyMinutes, skipHours: [], skipDays: [] });
const skip = (skipHours: number[], skipDays: number[] = []) => ({ everyMinutes: null, skipHours, skipDays });

describe('the rhythm of a feed', () => {
  it.each([
    ['a ttl', rss('<ttl> 60 </ttl>'), every(60)],
    ['two ttls', rss('<ttl></ttl><ttl>30</ttl>'), every(30)],
    ['a period', rss('<sy:updatePeriod>\nhourly\t</sy:updatePeriod>'), every(60)],
    ['a period and how often', rss(sy('Daily', '4')), every(360)],
    ['a period in RDF', rdf(sy('weekly', '2')), every(5040)],
    ['a period in Atom', atom(sy('hourly', '1')), every(60)],
    ['a frequency alone, which is by day', rss('<sy:updateFrequency>24</sy:updateFrequency>'), every(60)],
    ['another prefix', rss(sy('hourly', '1')).replaceAll('sy:', 'x:').replace(':sy=', ':x='), every(60)],
    ['a ttl and a longer period', rss(`<ttl>60</ttl>${sy('daily', '1')}`), every(1440)],
    ['a period and a longer ttl', rss(`<ttl>90</ttl>${sy('hourly', '1')}`), every(90)],
    ['hours', rss(hours('0', ' 7 ', '24', '25', '-1', 'x')), skip([0, 7, 0])],
    ['one hour', rss(hours('23')), skip([23])],
    [
      'days',
      rss('<skipDays><day>Sunday</day><day>saturday</day><day>Someday</day></skipDays>'),
      skip([], [0, 6]),
    ],
    ['a JSON Feed that is finished', json({ expired: true }), every(43_200)],
  ])('reads %s', async (_given, feed, expected) => {
    expect(await rhythmOf(feed)).toEqual(expected);
  });

  it.each([
    ['nothing', rss('')],
    ['a ttl of nothing', rss('<ttl>0</ttl>')],
    ['a ttl in words', rss('<ttl>an hour</ttl>')],
    ['a negative ttl', rss('<ttl>-60</ttl>')],
    ['a ttl beyond all numbers', rss(`<ttl>${'9'.repeat(400)}</ttl>`)],
    ['an unknown period', rss(sy('always', '1'))],
    ['a period named like a property', rss(sy('constructor', '1'))],
    ['a frequency of nothing', rss(sy('hourly', '0'))],
    ['a frequency in words', rss(sy('hourly', 'often'))],
    ['no hours', rss('<skipHours/><skipDays/>')],
    ['a JSON Feed that goes on', json({ expired: false })],
    ['a JSON Feed with another word', json({ expired: 'true' })],
  ])('reads nothing from %s', async (_given, feed) => {
    expect(await rhythmOf(feed)).toBeNull();
  });
});

function sy(period: string, frequency: string): string {
  return `<sy:updatePeriod>${period}</sy:updatePeriod><sy:updateFrequency>${frequency}</sy:updateFrequency>`;
}

function hours(...all: string[]): string {
  return `<skipHours>${all.map((hour) => `<hour>${hour}</hour>`).join('')}</skipHours>`;
}
