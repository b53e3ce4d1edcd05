import type { NamedEvent, Overview } from '@feedwarden/contracts';
import { BIG_HOST, CAST, OUTAGE } from './cast.js';

/** What is known when a sentence may be told. */
export interface Facts {
  seconds: number;
  overview: Overview;
  /** Since the beginning, the oldest first. */
  events: NamedEvent[];
}

interface Chapter {
  /** The sentence, once its time has come. */
  tell(facts: Facts): string | null | undefined;
}

const OF_BIG_HOST = new Set(CAST.filter(({ host }) => host === BIG_HOST).map(({ name }) => name));
const isOfBigHost = ({ sourceName }: NamedEvent) => OF_BIG_HOST.has(sourceName ?? '');
const first = (facts: Facts, isMeant: (event: NamedEvent) => boolean) => facts.events.find(isMeant);
const byCrawler = (event: NamedEvent) => event.action === 'feed_enabled' && event.actor.startsWith('crawler');

/** Told in the order in which they happen; each once, and only when it is true. */
const CHAPTERS: Chapter[] = [
  {
    tell: ({ overview: { neverPolled, total } }) =>
      total > 0 && neverPolled === 0
        ? `All ${total} feeds have been polled. What is well is quiet; look at what is not.`
        : null,
  },
  {
    tell: (facts) => {
      const gone = first(facts, ({ action, reason }) => action === 'feed_disabled' && reason === 'gone');
      return (
        gone &&
        `"${gone.sourceName}" answered 410 Gone: disabled at once. After its cooldown one probe decides.`
      );
    },
  },
  {
    tell: ({ overview: { needsYou } }) =>
      needsYou.total > 0
        ? 'The Teapot Club answers 418. Nobody knows what that means, so it is the one that needs you.'
        : null,
  },
  {
    tell: ({ seconds, overview }) =>
      seconds > OUTAGE.from && overview.byErrorType.upstream_failure >= OF_BIG_HOST.size / 2
        ? `A host with ${OF_BIG_HOST.size} feeds answers 503. One cause, so the page shows one host, and the polls slow down.`
        : null,
  },
  {
    tell: (facts) =>
      first(facts, (event) => event.action === 'feed_disabled' && isOfBigHost(event))
        ? 'It does not get better: its feeds are taken out of polling, and probed again after a cooldown.'
        : null,
  },
  {
    tell: ({ overview: { moved } }) =>
      moved > 1
        ? `${moved} feeds have moved, or their page names another feed: the new address is proposed.`
        : null,
  },
  {
    tell: (facts) => {
      const back = first(facts, byCrawler);
      return back && `"${back.sourceName}" is back: its probe succeeded, and it was enabled without anybody.`;
    },
  },
  {
    tell: (facts) =>
      facts.events.filter((event) => byCrawler(event) && isOfBigHost(event)).length >= OF_BIG_HOST.size / 2
        ? 'The host with many feeds is back, too. Nobody had to do anything.'
        : null,
  },
];

export interface Told {
  at: string;
  text: string;
}

/** Remembers what was told, and tells what has become true since. */
export function createStory() {
  const left = new Set(CHAPTERS);
  return {
    isTold: () => left.size === 0,
    next(facts: Facts): Told[] {
      return [...left].flatMap((chapter) => {
        const text = chapter.tell(facts);
        if (!text) return [];
        left.delete(chapter);
        return [{ at: facts.overview.at, text }];
      });
    },
  };
}

export const CHAPTER_COUNT = CHAPTERS.length;
