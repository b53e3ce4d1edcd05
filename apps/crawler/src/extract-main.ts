import { keylessSourceTypeSchema } from '@feedwarden/contracts';
import { createLogger, loadConfig } from '@feedwarden/service-kit';
import { z } from 'zod';
import { environmentSchema } from './config.js';
import { fetchLimitFields, readFetchLimits } from './fetch-limit-fields.js';
import { DEFAULT_READING, openDocumentPool } from './reading/document-pool.js';
import { createDocumentReaders } from './reading/document-readers.js';
import { type TrialResult, trySource } from './try-source.js';

const { FETCH_CONTACT_URL, FETCH_ALLOW_PRIVATE_NETWORKS, FETCH_RESPECT_ROBOTS } = environmentSchema.shape;
const fetchSchema = z.object({
  ...fetchLimitFields,
  FETCH_CONTACT_URL,
  FETCH_ALLOW_PRIVATE_NETWORKS,
  FETCH_RESPECT_ROBOTS,
});

/** The only argument, as JSON: `feedwarden extract` checks what a person writes and calls this. */
const requestSchema = z.strictObject({
  from: z.string().min(1),
  type: keylessSourceTypeSchema,
  base: z.url().nullable().default(null),
  selector: z.string().nullable().default(null),
});

async function main(argument: string, env: NodeJS.ProcessEnv): Promise<number> {
  let result: TrialResult;
  const logger = createLogger({ name: 'extract', level: 'silent' });
  const pool = openDocumentPool({ ...DEFAULT_READING, processes: 1, logger });
  try {
    const { selector, ...request } = requestSchema.parse(JSON.parse(argument));
    const fetching = loadConfig(fetchSchema, env);
    result = await trySource({
      ...request,
      documents: createDocumentReaders(pool, logger),
      settings: {
        ...readFetchLimits(fetching),
        userAgent: `Feedwarden/0.1 (+${fetching.FETCH_CONTACT_URL})`,
        allowPrivate: fetching.FETCH_ALLOW_PRIVATE_NETWORKS,
        respectRobots: fetching.FETCH_RESPECT_ROBOTS,
        articleSelector: selector,
      },
    });
  } catch (error) {
    process.stderr.write(`feedwarden: ${(error as Error).message}\n`);
    return 2;
  } finally {
    await pool.close();
  }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.outcome === 'entries' ? 0 : 1;
}

process.exitCode = await main(process.argv[2] ?? '', process.env);
