import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseScenarios, scenariosNotShown } from './scenarios.mjs';

const ROOT = join(import.meta.dirname, '..');

/** Checks docs/scenarios.md against the tests that ran, and ends a run with one line for people and scripts. */
export default class ClosingCountReporter {
  #config;
  #notShown = [];

  constructor(globalConfig) {
    this.#config = globalConfig;
  }

  onRunComplete(contexts, results) {
    this.#notShown = this.#checkScenarios(contexts.size, results);
    for (const line of this.#notShown) process.stderr.write(`${line}\n`);
    const skipped = results.numPendingTests + results.numTodoTests;
    // A suite that could not run has no failed test to its name; it must still count.
    const failed =
      this.#notShown.length +
      Math.max(results.numFailedTests + results.numRuntimeErrorTestSuites, results.numFailedTestSuites);
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    // Jest prints its own summary after every reporter; this line has to be the very last one.
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`));
  }

  /** What jest asks for: an error here fails the run. */
  getLastError() {
    if (this.#notShown.length > 0)
      return new Error(`${this.#notShown.length} rows of docs/scenarios.md are not shown`);
  }

  /** Checks every row when the whole suite ran, and otherwise the rows whose files ran. */
  #checkScenarios(projectsRun, { testResults, wasInterrupted }) {
    const { testNamePattern, testPathPatterns, onlyChanged, findRelatedTests, shard, projects } =
      this.#config;
    if (testNamePattern || wasInterrupted) return [];
    const isPart =
      testPathPatterns.isSet() || onlyChanged || findRelatedTests || shard || projectsRun < projects.length;
    const tests = testResults.flatMap(({ testFilePath, testResults }) =>
      testResults.map(({ fullName, status }) => ({
        file: relative(ROOT, testFilePath),
        title: fullName,
        passed: status === 'passed',
      })),
    );
    const files = new Set(tests.map(({ file }) => file));
    const scenarios = parseScenarios(readFileSync(join(ROOT, 'docs/scenarios.md'), 'utf8'));
    return scenariosNotShown(isPart ? scenarios.filter(({ file }) => files.has(file)) : scenarios, tests);
  }
}
