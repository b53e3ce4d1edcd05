import type { ReceivedBody } from '@feedwarden/guarded-fetch';
import type { FeedLink } from '../discovery/ports.js';
import type { Entry, SealedEntry } from '../poll/outcome.js';
import type { ExtractedEntries, FailedReading } from '../readers/ports.js';
import type { TimelinePage } from '../readers/x/x-pages.js';
import type { ApiReading, TwitterUser } from '../readers/x/x-reader.js';

/** What a reader process is told of a page, besides the bytes. */
export interface PageInput extends Omit<ReceivedBody, 'bytes'> {
  url: string;
  contentType: string | null;
  /** SHA-256 of a decoded body that need not be read again. */
  knownHash: string | null;
  fingerprints?: string | null;
}

export type EntryInJson = Omit<Entry, 'publishedAt'> & { publishedAt: string | null };

/** Nobody takes it apart on its way to the database. */
export type SealedEntryInJson = Omit<SealedEntry, 'publishedAt'> & { publishedAt: string | null };

type Unchanged = { kind: 'unchanged'; bodyHash: string };

interface EntriesTask<Input extends PageInput, Item> {
  input: Input;
  value: (Omit<ExtractedEntries, 'entries'> & { bodyHash: string }) | Unchanged | FailedReading;
  item: Item;
}

/** Everything that is read of documents by strangers. */
export type ReadingTasks = {
  feed: EntriesTask<PageInput, SealedEntryInJson>;
  /** `asBlock`: by the block rule alone, which is fast on every page. */
  website: EntriesTask<PageInput & { asBlock: boolean }, EntryInJson>;
  articleLinks: {
    input: PageInput & { selector: string | null };
    value: { kind: 'links'; bodyHash: string } | Unchanged | FailedReading;
    item: string;
  };
  /** One item, or none when the page is no web page. */
  article: { input: PageInput & { asSummary: boolean }; value: null; item: EntryInJson };
  feedLinks: { input: PageInput; value: null; item: FeedLink };
  xUser: { input: PageInput; value: ApiReading<TwitterUser>; item: never };
  xTimeline: {
    input: PageInput & { user: TwitterUser };
    value: ApiReading<Omit<TimelinePage, 'entries'>>;
    item: EntryInJson;
  };
  /** The part of a robots.txt that is addressed to us. */
  robotsRules: { input: PageInput & { agent: string }; value: string; item: never };
  /** The bytes are such a part. */
  robotsAllow: { input: { agent: string; robotsUrl: string; url: string }; value: boolean; item: never };
  /** The bytes are a list in JSON. */
  safeHtml: { input: null; value: null; item: string };
};
