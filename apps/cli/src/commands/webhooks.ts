import { Command, Option } from '@commander-js/extra-typings';
import { type Webhook, type WebhookDelivery, webhookEventSchema } from '@feedwarden/contracts';
import type { Context, Run } from '../context.js';
import { EXIT, NotFoundError, UsageError } from '../errors.js';
import { count, listOf } from '../options/values.js';
import { type Column, renderTable } from '../terminal/table.js';
import { ago, oneLine } from '../terminal/text.js';

const WEBHOOK_HELP = 'its id, or the beginning of it';

export const webhooksCommand = (run: Run) =>
  new Command('webhooks')
    .description('who is notified when a source is disabled, enabled, quarantined …')
    .addCommand(listCommand(run))
    .addCommand(addCommand(run))
    .addCommand(removeCommand(run))
    .addCommand(testCommand(run))
    .addCommand(deliveriesCommand(run));

const listCommand = (run: Run) =>
  new Command('list').description('list your webhooks').action(
    run(async ({ sources, terminal, signal, now }) => {
      const { items } = await sources.listWebhooks({ signal });
      terminal.result(items, (look) =>
        items.length === 0
          ? 'No webhooks. Add one: feedwarden webhooks add <url>'
          : renderTable(webhookColumns(now), items, look),
      );
    }),
  );

const addCommand = (run: Run) =>
  new Command('add')
    .description('add a webhook; its secret is shown only then')
    .argument('<url>', 'where messages are sent to')
    .addOption(
      new Option('--events <events>', 'only these, separated by commas (default: all)')
        .choices(webhookEventSchema.options)
        .argParser(listOf(webhookEventSchema.options)),
    )
    .action(
      run(async ({ sources, terminal, signal }, url, { events }) => {
        const added = await sources.createWebhook({ url, ...(events && { events }) }, { signal });
        const { id, secret } = added;
        terminal.result(
          added,
          () => `added: ${id.slice(0, 8)} ${oneLine(url)}\nsecret (shown only now): ${secret}`,
        );
      }),
    );

const removeCommand = (run: Run) =>
  new Command('remove')
    .description('delete a webhook')
    .argument('<webhook>', WEBHOOK_HELP)
    .action(
      run(async (context, name) => {
        const { id, url } = await findWebhook(name, context);
        await context.sources.deleteWebhook(id, { signal: context.signal });
        context.terminal.result({ deleted: id }, () => `deleted: ${oneLine(url)}`);
      }),
    );

const testCommand = (run: Run) =>
  new Command('test')
    .description('send a test message; exit code 1 when it fails')
    .argument('<webhook>', WEBHOOK_HELP)
    .action(
      run(async (context, name) => {
        const { id } = await findWebhook(name, context);
        const attempt = await context.sources.testWebhook(id, { signal: context.signal });
        const { delivered, status, error, durationMs } = attempt;
        context.terminal.result(attempt, () =>
          [delivered ? 'delivered' : 'not delivered', status, error, `${durationMs} ms`]
            .filter((part) => part !== null)
            .map(oneLine)
            .join(', '),
        );
        return delivered ? EXIT.ok : EXIT.failed;
      }),
    );

const deliveriesCommand = (run: Run) =>
  new Command('deliveries')
    .description('list sent and waiting messages, newest first')
    .argument('<webhook>', WEBHOOK_HELP)
    .option('--limit <n>', 'at most this many', count, 50)
    .action(
      run(async (context, name, { limit }) => {
        const { sources, terminal, signal, now } = context;
        const { id } = await findWebhook(name, context);
        const { items } = await sources.listWebhookDeliveries(
          id,
          { limit: Math.min(limit, 500) },
          { signal },
        );
        terminal.result(items, (look) =>
          items.length === 0 ? 'No deliveries.' : renderTable(deliveryColumns(now), items, look),
        );
      }),
    );

async function findWebhook(name: string, { sources, signal }: Context): Promise<Webhook> {
  const { items } = await sources.listWebhooks({ signal });
  const found = items.filter(({ id, url }) => id.startsWith(name.toLowerCase()) || url === name);
  const [one, another] = found;
  if (!one) throw new NotFoundError(`there is no webhook "${name}". See: feedwarden webhooks list`);
  if (another) throw new UsageError(`"${name}" is ambiguous: ${found.map(({ id }) => id).join(', ')}`);
  return one;
}

const webhookColumns = (now: Date): Column<Webhook>[] => [
  { title: 'id', text: ({ id }) => id.slice(0, 8), fixed: true },
  { title: 'address', text: ({ url }) => url },
  { title: 'events', text: ({ events }) => events.join(', '), dropFirst: 2 },
  { title: 'created', text: ({ createdAt }) => ago(createdAt, now), fixed: true, dropFirst: 1 },
  {
    title: 'state',
    text: ({ goneAt, failuresInARow }) =>
      goneAt ? 'gone (410)' : failuresInARow > 0 ? `${failuresInARow} failures in a row` : 'ok',
    colour: ({ goneAt, failuresInARow }) => (goneAt || failuresInARow > 0 ? 'red' : 'green'),
  },
];

const deliveryColumns = (now: Date): Column<WebhookDelivery>[] => [
  { title: 'when', text: ({ at }) => ago(at, now), fixed: true },
  { title: 'event', text: ({ event }) => event, fixed: true },
  { title: 'source', text: ({ sourceId }) => sourceId.slice(0, 8), fixed: true },
  {
    title: 'state',
    text: ({ state }) => state.replaceAll('_', ' '),
    colour: ({ state }) => (state === 'given_up' ? 'red' : state === 'delivered' ? 'green' : 'yellow'),
    fixed: true,
  },
  { title: 'attempts', text: ({ attempts }) => attempts, fixed: true, dropFirst: 2 },
  { title: 'next', text: ({ nextAttemptAt }) => ago(nextAttemptAt, now), fixed: true, dropFirst: 1 },
  { title: 'last', text: ({ lastAttempt }) => lastAttempt?.error ?? lastAttempt?.status ?? null },
];
