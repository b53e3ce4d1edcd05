import { Command } from '@commander-js/extra-typings';
import { errorTypeSchema, FAILURE_POLICIES, policyNameSchema } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { type Detail, renderDetails, renderTable } from '../terminal/table.js';
import { span } from '../terminal/text.js';

export const policiesCommand = (run: Run) =>
  new Command('policies').description('show the failure policies that are in force').action(
    run(async ({ sources, terminal, signal }) => {
      const policies = await sources.getFailurePolicies({ signal });
      const presets = policyNameSchema.options.map((name): Detail => {
        const { counts, does, ends } = FAILURE_POLICIES[name];
        const limit = name === 'typed' ? 'a number (see below)' : policies[name].maxFailures;
        const text = `counts ${counts}; at ${limit} in a row it ${does}, until ${ends}`;
        return [name === policies.default ? `${name} (default)` : name, text.replaceAll('`', '')];
      });
      const rules = errorTypeSchema.options.map((type) => ({ type, ...policies.typed.rules[type] }));
      terminal.result(policies, (look) =>
        [
          renderDetails(presets, look),
          renderTable(
            [
              { title: 'typed: error type', text: ({ type }) => type, fixed: true },
              { title: 'limit', text: ({ disableAfter }) => disableAfter ?? 'never', fixed: true },
              {
                title: 'cooldown',
                text: ({ disableAfter, cooldownSeconds }) => (disableAfter ? span(cooldownSeconds) : null),
              },
            ],
            rules,
            look,
          ),
          `Failing feeds are polled every ${policies.maxBackoffHours} h at least.`,
        ].join('\n\n'),
      );
    }),
  );
