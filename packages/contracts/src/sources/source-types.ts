import { z } from 'zod';

/** Where a feed comes from. */
export interface FeedOrigin {
  host: string;
  /** The software that made it, as far as it says so. */
  generator: string | null;
}

interface SourceTypeTraits {
  description: string;
  /** Which of the crawler's readers reads it. */
  reader: 'feed' | 'website' | 'watchlist' | 'x';
  /** It is made for people: robots.txt is respected. Feeds and APIs are made for programs. */
  asksRobots: boolean;
  /** One request reads all of it: a poll that hangs can be broken off and made again later. */
  isOneRequest: boolean;
  /** Its `feedUrl` follows permanent redirects: only what is served there can prove that it has moved. */
  followsMoves: boolean;
  /** What is wrong with this URL for a source of this type; null: nothing. */
  urlProblem: (url: string) => string | null;
  /** Its posts only make sense together, unless the source says otherwise. */
  isDigest: (feed: FeedOrigin) => boolean;
  /** Whose API asks for a key of the source's owner. Types without one can be tried by anybody. */
  credentialProvider: 'twitter' | null;
  /** What discovery must find at an address to suggest this type; null: it never does. */
  suggestedBy: 'feed' | 'article_links' | 'text' | null;
}

const X_HOSTS = /^(www\.|mobile\.)?(x|twitter)\.com$/;
const X_ACCOUNT = /^\/(\w{1,15})\/?$/;

/** The account whose page on X this is, as in `https://x.com/NAME`; null: it is no such page. */
export function xAccountOf(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const { protocol, host, pathname, username, password } = url;
  if (protocol !== 'https:' || username || password || !X_HOSTS.test(host)) return null;
  return X_ACCOUNT.exec(pathname)?.[1] ?? null;
}

const anyUrl = () => null;
/** Nitter serves the timelines of X as feeds, on hosts of any name. */
const isNitter = ({ host, generator }: FeedOrigin) =>
  /nitter/i.test(host) || /\bnitter\b/i.test(generator ?? '');
const anyPage = { asksRobots: true, followsMoves: false, urlProblem: anyUrl, isDigest: isNitter } as const;

/** Everything that is particular to a type of source, but for how it is read. */
export const SOURCE_TYPES = {
  rss: {
    description: 'a feed: RSS, Atom, RDF or JSON Feed',
    reader: 'feed',
    asksRobots: false,
    isOneRequest: true,
    // Any page can be read as a website, a consent form too. A feed that is still served proves itself.
    followsMoves: true,
    urlProblem: anyUrl,
    isDigest: isNitter,
    credentialProvider: null,
    suggestedBy: 'feed',
  },
  website: {
    ...anyPage,
    description: 'a page that is one post',
    reader: 'website',
    isOneRequest: true,
    credentialProvider: null,
    suggestedBy: 'text',
  },
  watchlist: {
    ...anyPage,
    description: 'a page with links to articles',
    reader: 'watchlist',
    isOneRequest: false,
    credentialProvider: null,
    suggestedBy: 'article_links',
  },
  twitter: {
    description: 'the timeline of an account on X',
    reader: 'x',
    asksRobots: false,
    isOneRequest: false,
    followsMoves: false,
    urlProblem: (url) =>
      xAccountOf(url) === null
        ? 'must be the URL of an account, like https://x.com/NAME, for a source of the type twitter'
        : null,
    isDigest: () => true,
    credentialProvider: 'twitter',
    suggestedBy: null,
  },
} as const satisfies Record<string, SourceTypeTraits>;

export type SourceType = keyof typeof SOURCE_TYPES;
type Traits<Type extends SourceType> = (typeof SOURCE_TYPES)[Type];
export type SourceReader = Traits<SourceType>['reader'];
export type CredentialProvider = NonNullable<Traits<SourceType>['credentialProvider']>;

const types = Object.keys(SOURCE_TYPES) as SourceType[];
/** What most sources are, and new ones unless they say otherwise. */
export const DEFAULT_SOURCE_TYPE = 'rss' satisfies SourceType;

export const sourceTypeSchema = z.enum(types).meta({
  id: 'SourceType',
  description: `${types.map((type) => `\`${type}\`: ${SOURCE_TYPES[type].description}`).join('; ')}.`,
});

export type KeylessSourceType = {
  [Type in SourceType]: Traits<Type>['credentialProvider'] extends null ? Type : never;
}[SourceType];
/** The types that can be read without anybody's API key. */
export const KEYLESS_SOURCE_TYPES = types.filter(
  (type): type is KeylessSourceType => SOURCE_TYPES[type].credentialProvider === null,
);
export const keylessSourceTypeSchema = z.enum(KEYLESS_SOURCE_TYPES);

export const credentialProviderSchema = z.enum(
  types.flatMap((type): CredentialProvider[] => {
    const { credentialProvider } = SOURCE_TYPES[type];
    return credentialProvider ? [credentialProvider] : [];
  }),
);

/** The type that discovery suggests for what it has found. */
export function typeSuggestedBy(found: NonNullable<SourceTypeTraits['suggestedBy']>): SourceType {
  return types.find((type) => SOURCE_TYPES[type].suggestedBy === found) ?? DEFAULT_SOURCE_TYPE;
}
