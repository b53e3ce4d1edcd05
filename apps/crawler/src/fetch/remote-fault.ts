import type { FailureFact } from '@feedwarden/feed-health';

/** Carries a fact that was found deep inside a request up to the one door where faults become facts. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
  readonly fact: FailureFact;

  constructor(fact: FailureFact) {
    super(fact.kind);
    this.fact = fact;
  }
}
