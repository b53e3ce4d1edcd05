import { isPassingTrouble, type SourceClient } from '@feedwarden/client';
import type { SourceHealth } from '@feedwarden/contracts';
import { type BackgroundLoop, createBackgroundLoop, type Logger } from '@feedwarden/service-kit';
import type { UnreportedHealth } from './ports.js';

export interface HealthReportsDeps {
  client: SourceClient;
  unreported: UnreportedHealth;
  logger: Logger;
}

const AT_ONCE = 500;
const REST_MS = 1000;
const REST_AFTER_TROUBLE_MS = 10_000;

/** Reports health and next polls to source-manager: in batches, each source in its newest state. */
export function createHealthReports({ client, unreported, logger }: HealthReportsDeps): BackgroundLoop {
  return createBackgroundLoop(() => reportSome().catch(afterTrouble));

  /** Returns how long to rest. */
  async function reportSome(): Promise<number> {
    const polled = await unreported.take(AT_ONCE);
    if (polled.length === 0) return REST_MS;
    const reports = polled.map(({ pollSeq, dueAt, ...health }): SourceHealth => health);
    await client.reportHealth({ reports });
    await unreported.reported(polled);
    return polled.length === AT_ONCE ? 0 : REST_MS;
  }

  function afterTrouble(error: unknown): number {
    if (isPassingTrouble(error))
      logger.warn({ error: error.message }, 'health reports wait for source-manager');
    else logger.error({ err: error }, 'cannot report health');
    return REST_AFTER_TROUBLE_MS;
  }
}
