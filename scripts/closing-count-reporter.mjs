/** Ends a run with one line that a person and a script can both read. */
export default class ClosingCountReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    // A suite that could not run has no failed test to its name; it must still count.
    const failed = Math.max(
      results.numFailedTests + results.numRuntimeErrorTestSuites,
      results.numFailedTestSuites,
    );
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    // Jest's own summary comes after every reporter; the last line is ours only at the very end.
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`));
  }
}
