import { isAllowListEntry } from '@feedwarden/guarded-fetch';
import {
  databaseUrlField,
  type Environment,
  hostField,
  loadConfig,
  logLevelField,
  networksField,
  originsField,
  portField,
  positiveInt,
  rateLimitField,
  readTokenTrust,
  TOKEN_TRUST,
  type TokenTrust,
  tokenFields,
  urlField,
  wholeNumber,
} from '@feedwarden/service-kit';
import { z } from 'zod';
import { type BlameSettings, blameFields, readBlameSettings } from './blame/settings.js';
import { fetchLimitFields, readFetchLimits } from './fetch-limit-fields.js';
import { availableMemory, hostsInMemory } from './hosts-at-once.js';
import type { PollDelays } from './poll/politeness.js';
import type { ScheduleSettings } from './poll/schedule.js';
import { pollDelayFields } from './poll-delay-fields.js';
import { DEFAULT_READING, type ReadingSettings } from './reading/document-pool.js';
import type { WebAccessSettings } from './robots/web-access.js';
import type { Retention } from './store/clean-up.js';

export const SECRET_VARIABLES = ['CRAWLER_DATABASE_URL', 'JWT_SECRET', 'SOURCE_MANAGER_TOKEN'] as const;

/** How the crawler identifies itself to source-manager: where an issuer signs the tokens, it cannot do so itself. */
const identityOf = ({ JWT_JWKS_URL }: Environment) =>
  ['SOURCE_MANAGER_TOKEN', JWT_JWKS_URL ? 'SOURCE_MANAGER_TOKEN_FILE' : 'JWT_SECRET'] as const;

export const environmentSchema = z.object({
  HOST: hostField(),
  CRAWLER_PORT: portField(4200).describe("The port of the crawler's API."),
  CRAWLER_DATABASE_URL: databaseUrlField().describe(
    'Its own PostgreSQL database, like postgres://user:password@host:5432/name. `npm start` brings one.',
  ),
  SOURCE_MANAGER_URL: urlField(/^https?$/, 'http://localhost:4100')
    .default('http://localhost:4100')
    .describe('Where the crawler finds source-manager.'),
  SOURCE_MANAGER_TOKEN: z
    .string()
    .optional()
    .describe(
      'A token for source-manager, needed with JWT_JWKS_URL. With JWT_SECRET the crawler signs its own.',
    ),
  ...tokenFields,
  SOURCE_MAX_ARTICLE_AGE_DAYS: positiveInt(7, 36_500).describe(
    'Entries that were published longer ago are not stored.',
  ),
  SOURCE_MAX_PROCESSED_AGE_DAYS: wholeNumber('must be a whole number from 1 to 36500', 1, 36_500)
    .optional()
    .describe(
      'Processed articles are removed after so many days, with the posts they were made of. Unset: they are kept.',
    ),
  POLL_TICK_SECONDS: positiveInt(60, 86_400).describe('How often the crawler looks for feeds that are due.'),
  POLL_DEFAULT_INTERVAL_MINUTES: positiveInt(30, 43_200).describe(
    'The time between two polls of a source that has no interval of its own.',
  ),
  POLL_MINUTE_SECONDS: positiveInt(60, 60).describe(
    'How many seconds a minute of an interval lasts. Fewer than 60 only to show in minutes what takes hours: `npm run demo`.',
  ),
  POLL_MAX_FRESH_HOURS: wholeNumber('must be a whole number of hours from 0 to 720', 0, 720)
    .default(6)
    .describe(
      'How long a healthy feed may delay its next poll by Cache-Control, Expires or ttl. 0: not at all.',
    ),
  POLL_MOVED_AFTER_DAYS: wholeNumber('must be a whole number of days from 0 to 365', 0, 365)
    .default(7)
    .describe(
      "How many days a permanent redirect must hold before the feed's URL follows it. 0: it is only proposed.",
    ),
  POLL_HOSTS_AT_ONCE: wholeNumber('must be a whole number from 1 to 10000', 1, 10_000)
    .optional()
    .describe(
      'How many hosts are polled at the same time, besides as many that are slow. The feeds of one host wait for each other. Unset: 50 to 500, as the memory allows.',
    ),
  ...pollDelayFields,
  ...blameFields,
  ...fetchLimitFields,
  FETCH_CONTACT_URL: urlField(/^https?$/, 'https://example.org/about-our-crawler')
    .default('https://feedwarden.example/about-the-crawler')
    .describe('A page of yours about the crawler; the User-Agent names it.'),
  TWITTER_API_URL: urlField(/^https?$/, 'https://api.x.com')
    .default('https://api.x.com')
    .describe('Where the API of X is, for twitter sources.'),
  FETCH_ALLOW_PRIVATE_NETWORKS: networksField(isAllowListEntry).describe(
    'false, or the private hosts, addresses and CIDR blocks that may be fetched, at any port: feeds.internal,10.1.0.0/16. Public hosts in it may be fetched at ports that browsers block.',
  ),
  API_RATE_LIMIT_PER_MINUTE: rateLimitField(),
  FETCH_RESPECT_ROBOTS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe(
      'Whether robots.txt decides which pages of websites and watchlists are read. Feeds are never checked: they are made for machines.',
    ),
  READER_PROCESSES: wholeNumber('must be a whole number from 1 to 256', 1, 256)
    .optional()
    .describe(
      'How many documents are read at once, each in a process of its own. Unset: as many as there are processors.',
    ),
  READER_DEADLINE_SECONDS: positiveInt(DEFAULT_READING.deadlineSeconds, 600).describe(
    'How long reading one document may take, in seconds of processor time.',
  ),
  READER_MEMORY_MB: positiveInt(DEFAULT_READING.memoryMb, 16_384).describe(
    'How much JavaScript may allocate to read one document, in MB.',
  ),
  DASHBOARD_ORIGINS: originsField(
    'Where else the dashboard is opened, if a proxy changes the Host header: https://feeds.example. Separated by commas. Unset: its pages may call the crawler from the port of SOURCE_MANAGER_URL at the host that the crawler is called at.',
  ),
  LOG_LEVEL: logLevelField(),
});

export interface Config {
  /** The address that the API listens on. */
  host: string;
  port: number;
  databaseUrl: string;
  sourceManagerUrl: string;
  trust: TokenTrust;
  /** How the crawler identifies itself to source-manager: a given token, or the secret to sign its own. */
  identity: { token: string } | { secret: string };
  maxArticleAgeDays: number;
  retention: Retention;
  /** How long permanent redirects must hold before the URL follows; 0: it never does by itself. */
  movedAfterDays: number;
  fetching: WebAccessSettings;
  reading: ReadingSettings;
  polling: { tickSeconds: number; hostsAtOnce: number; delays: PollDelays; schedule: ScheduleSettings };
  blame: BlameSettings;
  twitterApiUrl: string;
  /** Of the dashboard, whose page calls this API. */
  dashboardOrigins: string[];
  rateLimitPerMinute: number;
  logLevel: string;
}

export function readConfig(env: Environment): Config {
  const vars = loadConfig(environmentSchema, env, SECRET_VARIABLES, [TOKEN_TRUST, identityOf(env)]);
  return {
    host: vars.HOST,
    port: vars.CRAWLER_PORT,
    databaseUrl: vars.CRAWLER_DATABASE_URL,
    sourceManagerUrl: vars.SOURCE_MANAGER_URL,
    trust: readTokenTrust(vars),
    identity: readIdentity(vars.SOURCE_MANAGER_TOKEN, vars.JWT_SECRET),
    maxArticleAgeDays: vars.SOURCE_MAX_ARTICLE_AGE_DAYS,
    retention: {
      unusedDays: vars.SOURCE_MAX_ARTICLE_AGE_DAYS,
      processedDays: vars.SOURCE_MAX_PROCESSED_AGE_DAYS ?? null,
    },
    movedAfterDays: vars.POLL_MOVED_AFTER_DAYS,
    polling: {
      tickSeconds: vars.POLL_TICK_SECONDS,
      hostsAtOnce: vars.POLL_HOSTS_AT_ONCE ?? hostsInMemory(availableMemory(), vars.FETCH_MAX_BYTES),
      delays: { byHost: vars.POLL_HOST_DELAYS, byType: vars.POLL_TYPE_DELAYS },
      schedule: {
        defaultIntervalMinutes: vars.POLL_DEFAULT_INTERVAL_MINUTES,
        minuteSeconds: vars.POLL_MINUTE_SECONDS,
        maxFreshHours: vars.POLL_MAX_FRESH_HOURS,
      },
    },
    fetching: {
      ...readFetchLimits(vars),
      userAgent: `Feedwarden/0.1 (+${vars.FETCH_CONTACT_URL})`,
      allowPrivate: vars.FETCH_ALLOW_PRIVATE_NETWORKS,
      respectRobots: vars.FETCH_RESPECT_ROBOTS,
    },
    reading: {
      processes: vars.READER_PROCESSES ?? null,
      deadlineSeconds: vars.READER_DEADLINE_SECONDS,
      memoryMb: vars.READER_MEMORY_MB,
    },
    blame: readBlameSettings(vars),
    twitterApiUrl: vars.TWITTER_API_URL.replace(/\/+$/, ''),
    dashboardOrigins: vars.DASHBOARD_ORIGINS,
    rateLimitPerMinute: vars.API_RATE_LIMIT_PER_MINUTE,
    logLevel: vars.LOG_LEVEL,
  };
}

function readIdentity(token: string | undefined, secret: string | undefined): Config['identity'] {
  if (token) return { token };
  if (secret) return { secret };
  throw new Error('neither a token nor a secret: the configuration was not checked');
}
