import { parseArgs } from 'node:util';
import { DEFAULT_SOURCE_TYPE, KEYLESS_SOURCE_TYPES, keylessSourceTypeSchema } from '@feedwarden/contracts';
import { loadConfig } from '@feedwarden/service-kit';
import { z } from 'zod';
import { environmentSchema } from './config.js';
import { fetchLimitFields, readFetchLimits } from './fetch-limit-fields.js';
import { parseUrl } from './poll/web-url.js';
import { type TrialResult, trySource } from './try-source.js';

const USAGE = `Prints what a poll would store of a source, as JSON, without storing anything.

  npm run -s extract -- <file, URL or -> [--type ${KEYLESS_SOURCE_TYPES.join('|')}] [--base URL] [--selector CSS]

  -           reads what comes on stdin
  --type      how to read it; ${DEFAULT_SOURCE_TYPE} (any feed) unless given
  --base      where a file's page would be found, for its relative links
  --selector  for a watchlist: which links are articles

All entries are shown, also those that a poll would skip for their age. The FETCH_ variables
work as for the crawler.
Exit code: 0 entries were read, 1 the source failed, 2 the call was wrong.
`;

const { FETCH_CONTACT_URL, FETCH_ALLOW_PRIVATE_NETWORKS, FETCH_RESPECT_ROBOTS } = environmentSchema.shape;
const fetchSchema = z.object({
  ...fetchLimitFields,
  FETCH_CONTACT_URL,
  FETCH_ALLOW_PRIVATE_NETWORKS,
  FETCH_RESPECT_ROBOTS,
});

class UsageError extends Error {}

function readCall(args: string[], env: NodeJS.ProcessEnv) {
  const options = {
    type: { type: 'string', default: DEFAULT_SOURCE_TYPE },
    base: { type: 'string' },
    selector: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return null;
  const [from, ...more] = positionals;
  const type = keylessSourceTypeSchema.safeParse(values.type);
  if (!from || more.length > 0) throw new UsageError('name one file or URL, or - for stdin');
  if (!type.success) throw new UsageError(`--type must be one of ${KEYLESS_SOURCE_TYPES.join(', ')}`);
  if (values.base && !parseUrl(values.base)) throw new UsageError('--base must be a URL');
  const fetching = loadConfig(fetchSchema, env);
  return {
    from,
    type: type.data,
    base: values.base ?? null,
    settings: {
      ...readFetchLimits(fetching),
      userAgent: `Feedwarden/0.1 (+${fetching.FETCH_CONTACT_URL})`,
      allowPrivate: fetching.FETCH_ALLOW_PRIVATE_NETWORKS,
      respectRobots: fetching.FETCH_RESPECT_ROBOTS,
      articleSelector: values.selector ?? null,
    },
  };
}

async function main(): Promise<number> {
  let call: ReturnType<typeof readCall>;
  try {
    call = readCall(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (!call) {
    process.stdout.write(USAGE);
    return 0;
  }
  let result: TrialResult;
  try {
    result = await trySource(call);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.outcome === 'entries' ? 0 : 1;
}

process.exitCode = await main();
