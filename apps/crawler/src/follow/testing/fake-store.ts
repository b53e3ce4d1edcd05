import type { SourceStore, SourceTransaction } from '../ports.js';

const unexpected = () => Promise.reject(new Error('a call that no test expects'));

/** A transaction that does as told; any other call is a mistake of the code under test. */
export function fakeTransaction(does: Partial<SourceTransaction>): SourceTransaction {
  return {
    lockCursor: unexpected,
    saveCursor: unexpected,
    lockFeeds: unexpected,
    writeFeeds: unexpected,
    deleteFeeds: unexpected,
    deleteCommand: unexpected,
    deleteOutdatedCommands: unexpected,
    ...does,
  };
}

/** A store whose transactions leave one step each: what was done in them, in order. */
export function fakeStore(
  begin: (done: string[]) => SourceTransaction,
  steps: string[],
  does: Partial<SourceStore> = {},
): SourceStore {
  return {
    position: unexpected,
    savePolicies: unexpected,
    saveScheduleBasis: unexpected,
    lacksSettings: unexpected,
    startOver: unexpected,
    removeUnconfirmed: unexpected,
    feedsAfter: unexpected,
    transaction: async (work) => {
      const done: string[] = [];
      const result = await work(begin(done));
      if (done.length > 0) steps.push(done.join(', '));
      return result;
    },
    ...does,
  };
}
