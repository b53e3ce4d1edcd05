import { ConfigError, type Environment } from '../config/load-config.js';
import type { Logger } from '../telemetry/logger.js';

export interface Service {
  logger: Logger;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a service until SIGTERM or SIGINT, then stops it. Exit codes: 0 stopped, 1 failed, 2 configuration not valid.
 * With `--check-config` it only says whether the configuration is valid.
 */
export async function runService<Config>(
  readConfig: (env: Environment) => Config,
  create: (config: Config) => Service,
): Promise<void> {
  const config = readOrExplain(readConfig);
  if (!config || process.argv.includes('--check-config')) return;
  const service = create(config);
  const { logger } = service;
  let stopping = false;
  const stop = (why: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    service.stop().then(
      () => exit(logger, exitCode),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        exit(logger, 1);
      },
    );
  };
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'bug: unhandled error');
    stop('bug', 1);
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    await service.start();
  } catch (error) {
    if (!stopping) logger.fatal({ err: error }, 'start failed');
    stop('failed start', 1);
  }
}

function readOrExplain<Config>(readConfig: (env: Environment) => Config): Config | null {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return null;
  }
}

function exit(logger: Logger, code: number): void {
  logger.info('stopped');
  logger.flush(() => process.exit(code));
}
