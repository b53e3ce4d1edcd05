import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { DEFAULT_SOURCE_TYPE, KEYLESS_SOURCE_TYPES } from '@feedwarden/contracts';
import { ROOT_DIR } from '../connection.js';
import type { Run } from '../context.js';
import { EXIT, type ExitCode, UsageError } from '../errors.js';
import { webUrl } from '../options/values.js';

/** The crawler's own reading of a source, in a process of its own: it needs neither a database nor the services. */
const READER = join(ROOT_DIR, 'apps/crawler/dist/extract-main.js');

export const extractCommand = (run: Run) =>
  new Command('extract')
    .summary('print what the crawler reads at an address, as JSON; stores nothing')
    .description(
      'Print what the crawler reads at an address, as JSON: all entries, whatever their age. ' +
        'Stores nothing and needs no running service; the FETCH_ settings apply. Exit code 1 when the poll would fail.',
    )
    .argument('<from>', 'a URL or a file; - reads stdin')
    .addOption(
      new Option('--type <type>', 'how to read it')
        .choices(KEYLESS_SOURCE_TYPES)
        .default(DEFAULT_SOURCE_TYPE),
    )
    .option('--base <url>', "a file's own address, for its relative links", webUrl)
    .option('--selector <css>', 'for a watchlist: which links are articles')
    .action(
      run(async ({ env, signal }, from, options) => {
        if (!existsSync(READER))
          throw new UsageError(
            'no crawler is installed here; in containers: docker compose exec crawler feedwarden extract',
          );
        const request = JSON.stringify({ from, ...options });
        const child = spawn(process.execPath, [READER, request], { env, stdio: 'inherit' });
        signal.addEventListener('abort', () => child.kill(), { once: true });
        const [code] = (await once(child, 'close')) as [number | null];
        signal.throwIfAborted();
        return EXIT_CODES[code ?? 1] ?? EXIT.failed;
      }),
    );

const EXIT_CODES: Record<number, ExitCode> = { 0: EXIT.ok, 2: EXIT.usage };
