import type { SourceClient } from '@feedwarden/client';
import type { SourceHealth } from '@feedwarden/contracts';
import { type BackgroundLoop, createBackgroundLoop, type FaultLog } from '@feedwarden/service-kit';
import type { UnreportedHealth } from './ports.js';

export interface HealthReportsDeps {
  client: SourceClient;
  unreported: UnreportedHealth;
  faults: FaultLog;
  isLearning: () => boolean;
}

const CANNOT_REPORT = 'cannot report health';
const AT_ONCE = 500;
const REST_MS = 1000;
const REST_AFTER_TROUBLE_MS = 10_000;

/** Reports health and next polls to source-manager: in batches, each source in its newest state. */
export function createHealthReports({
  client,
  unreported,
  faults,
  isLearning,
}: HealthReportsDeps): BackgroundLoop {
  return createBackgroundLoop(() => reportSome().catch(afterTrouble));

  /** Returns how long to rest. */
  async function reportSome(): Promise<number> {
    // The next polls of a million new sources can wait; what polls have shown cannot.
    const polled = await unreported.take(AT_ONCE, { onlyPolled: isLearning() });
    if (polled.length === 0) return REST_MS;
    const reports = polled.map(({ pollSeq, dueAt, ...health }): SourceHealth => health);
    await client.reportHealth({ reports });
    await unreported.reported(polled);
    faults.over(CANNOT_REPORT);
    return polled.length === AT_ONCE ? 0 : REST_MS;
  }

  function afterTrouble(error: unknown): number {
    faults.report(CANNOT_REPORT, error);
    return REST_AFTER_TROUBLE_MS;
  }
}
