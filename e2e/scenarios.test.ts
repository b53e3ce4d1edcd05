import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseScenarios, scenariosNotShown } from '../scripts/scenarios.mjs';

const ROOT = join(import.meta.dirname, '..');
const scenarios = parseScenarios(readFileSync(join(ROOT, 'docs/scenarios.md'), 'utf8'));

describe('docs/scenarios.md', () => {
  it('has rows', () => {
    expect(scenarios.length).toBeGreaterThan(30);
  });

  it.each(scenarios)('names an existing test for "$behaviour"', ({ file, title }) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
  });
});

describe('the check of the scenarios against a test run', () => {
  const [scenario] = parseScenarios(
    '| behaviour | test | title |\n|---|---|---|\n| a 410 disables | `e2e/gone.test.ts` | disables a feed after %i polls of $name (410) |',
  );
  if (!scenario) throw new Error('the row was not read');
  const ran = {
    file: 'e2e/gone.test.ts',
    title: 'gone disables a feed after 1 polls of News (410)',
    passed: true,
  };

  it('accepts a test that ran and passed, with values in its title', () => {
    expect(scenariosNotShown([scenario], [ran])).toEqual([]);
  });

  it.each([
    ['the test did not run', [], 'did not run'],
    ['the test ran in another file', [{ ...ran, file: 'e2e/other.test.ts' }], 'did not run'],
    ['the title has other words', [{ ...ran, title: 'gone disables a feed' }], 'did not run'],
    ['one of its tests was skipped or failed', [ran, { ...ran, passed: false }], 'did not pass'],
  ])('reports the row when %s', (_case, tests, trouble) => {
    expect(scenariosNotShown([scenario], tests)).toEqual([
      `docs/scenarios.md: "a 410 disables": the test "${scenario.title}" of e2e/gone.test.ts ${trouble}`,
    ]);
  });
});
