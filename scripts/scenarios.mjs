/**
 * docs/scenarios.md against the tests that ran.
 *
 * @typedef {{ behaviour: string, file: string, title: string }} Scenario
 * @typedef {{ file: string, title: string, passed: boolean }} TestRun
 */

/**
 * The rows of the table: behaviour, file, words of a title.
 *
 * @param {string} markdown
 * @returns {Scenario[]}
 */
export function parseScenarios(markdown) {
  return markdown
    .split('\n')
    .map((line) => /^\| (.+) \| `(.+)` \| (.+) \|$/.exec(line))
    .flatMap((match) => (match ? [{ behaviour: match[1], file: match[2], title: match[3] }] : []));
}

/**
 * One line for each scenario that is not shown: no test of its file has these words in its title, or one that has
 * them was skipped or failed.
 *
 * @param {Scenario[]} scenarios
 * @param {TestRun[]} tests
 * @returns {string[]}
 */
export function scenariosNotShown(scenarios, tests) {
  return scenarios.flatMap((scenario) => {
    const words = titlePattern(scenario.title);
    const named = tests.filter(({ file, title }) => file === scenario.file && words.test(title));
    const trouble =
      named.length === 0 ? 'did not run' : named.every(({ passed }) => passed) ? null : 'did not pass';
    return trouble === null
      ? []
      : [
          `docs/scenarios.md: "${scenario.behaviour}": the test "${scenario.title}" of ${scenario.file} ${trouble}`,
        ];
  });
}

/** A row quotes the source of a title; when the test runs, `%s` and `$name` have become values. */
function titlePattern(title) {
  const literal = title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(literal.replaceAll(/%[sdifjoOp]|\\\$[a-zA-Z]\w*/g, '.*'));
}
