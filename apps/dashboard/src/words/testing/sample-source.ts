import {
  DEFAULT_FAILURE_POLICIES,
  exampleSource,
  type FailurePolicies,
  type Source,
} from '@feedwarden/contracts';

/** Local, as people read times: these tests hold in any zone. */
export const NOW = new Date(2026, 10, 18, 16, 40);
const HOUR = 3_600_000;

export const policies: FailurePolicies = { ...DEFAULT_FAILURE_POLICIES, version: 'test' };
/** Hours from now; negative is the past. */
export const at = (hours: number): string => new Date(NOW.getTime() + hours * HOUR).toISOString();
export const sampleSource = (given: Partial<Source>): Source => ({
  ...exampleSource,
  lastPolledAt: at(-0.5),
  lastSuccessAt: at(-0.5),
  nextPollAt: at(0.25),
  ...given,
});
