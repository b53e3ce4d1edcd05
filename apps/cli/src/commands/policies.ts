import { Command } from '@commander-js/extra-typings';
import { errorTypeSchema, FAILURE_POLICIES, policyNameSchema } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { renderTable } from '../terminal/table.js';
import { span } from '../terminal/text.js';

export const policiesCommand = (run: Run) =>
  new Command('policies').description('show the failure policies that are in force').action(
    run(async ({ sources, terminal, signal }) => {
      const policies = await sources.getFailurePolicies({ signal });
      const presets = policyNameSchema.options.map((name) => ({
        name: name === policies.default ? `${name} (default)` : name,
        limit: name === 'typed' ? 'see below' : policies[name].maxFailures,
        ...FAILURE_POLICIES[name],
      }));
      const rules = errorTypeSchema.options.map((type) => ({ type, ...policies.typed.rules[type] }));
      terminal.result(policies, (look) =>
        [
          renderTable(
            [
              { title: 'policy', text: ({ name }) => name, fixed: true },
              { title: 'counts in a row', text: ({ counts }) => counts },
              { title: 'limit', text: ({ limit }) => limit, fixed: true },
              { title: 'then', text: ({ does }) => does.replaceAll('`', '') },
              { title: 'until', text: ({ ends }) => ends, dropFirst: 1 },
            ],
            presets,
            look,
          ),
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
