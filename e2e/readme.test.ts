import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_FAILURE_POLICIES, type ErrorType, errorTypeSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const prose = readme.replaceAll(/\s+/g, ' ');
const { typed, permanent, quarantine } = DEFAULT_FAILURE_POLICIES;

describe('the failure tables of README', () => {
  it.each(errorTypeSchema.options)('has the threshold and the cooldown of %s', (type: ErrorType) => {
    const { disableAfter, cooldownSeconds } = typed.rules[type];
    const [, , after, cooldown] =
      new RegExp(`^\\| \`${type}\` \\|(.*)$`, 'm').exec(readme)?.[0].split('|').slice(1) ?? [];
    expect(after?.trim()).toBe(disableAfter === null ? 'never' : String(disableAfter));
    expect(cooldown?.trim()).toBe(disableAfter === null ? '–' : `${cooldownSeconds / 3600} h`);
  });

  it('has the limits of the counting policies', () => {
    expect(prose).toContain(`after ${permanent.maxFailures} permanent failures in a row (\`permanent\`)`);
    expect(prose).toContain(`after ${quarantine.maxFailures} failures of any kind (\`quarantine\`)`);
  });
});
