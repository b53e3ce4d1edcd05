import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSourceClient, type SourceClient } from '@feedwarden/client';
import type { NamedEvent } from '@feedwarden/contracts';
import { localAddress, mintInstallationToken, PERSON_SCOPES } from '@feedwarden/installation';
import { CAST } from './cast.js';
import { openStage, type Stage } from './stage.js';
import { createStory, type Told } from './story.js';
import { becomesReady, type DemoSystem, startSystem } from './system.js';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Ends by itself after so many seconds of the story, for tests; otherwise by ctrl-C. */
const LAST_SECOND = Number(process.env.DEMO_SECONDS || Number.POSITIVE_INFINITY);

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

async function run(): Promise<number> {
  let beganAt = Date.now();
  const seconds = () => (Date.now() - beganAt) / 1000;
  const stage = await openStage(seconds);
  say(
    `A web of ${CAST.length} feeds is open on this machine. Starting the system; its data goes when you stop.`,
  );
  const system = startSystem(ROOT, process.env);
  try {
    const { sourceManager, crawler } = addresses(system.env);
    if (!(await becomesReady([sourceManager, crawler], system.exited, stopping.signal)))
      return stopping.signal.aborted ? 0 : 1;
    const client = createSourceClient({ baseUrl: sourceManager, token: () => tokenOf(system) });
    beganAt = Date.now();
    await addCast(client, stage);
    await tellStory(client, system, seconds);
    return 0;
  } finally {
    say('Stopping, and removing the data of the demo.');
    await system.stop();
    await stage.close();
  }
}

function addresses(env: NodeJS.ProcessEnv) {
  const of = (port: string | undefined, fallback: number) => localAddress(env, port || fallback);
  return { sourceManager: of(env.SOURCE_MANAGER_PORT, 4100), crawler: of(env.CRAWLER_PORT, 4200) };
}

const tokenOf = ({ env }: DemoSystem) =>
  mintInstallationToken(
    { subject: 'demo', scopes: PERSON_SCOPES, ttlSeconds: 300 },
    env,
    join(ROOT, 'nowhere'),
    new Date(),
  );

async function addCast(client: SourceClient, stage: Stage): Promise<void> {
  for (const feed of CAST)
    await client.createSource({ name: feed.name, feedUrl: stage.urlOf(feed), maxBackoffHours: 1 });
  say(`${CAST.length} feeds were added. A minute of their intervals lasts five seconds.`);
}

async function tellStory(client: SourceClient, { storyFile, exited }: DemoSystem, seconds: () => number) {
  const story = createStory();
  const told: Told[] = [];
  const events: NamedEvent[] = [];
  let isOver = false;
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  while (!stopping.signal.aborted && !hasEnded && seconds() < LAST_SECOND) {
    const overview = await client.getOverview();
    for (const event of await newEvents(client, events)) {
      events.push(event);
      if (event.action !== 'created') note(seconds(), event);
    }
    for (const sentence of story.next({ seconds: seconds(), overview, events })) {
      told.push(sentence);
      writeFileSync(storyFile, JSON.stringify(told));
      say(sentence.text);
    }
    if (story.isTold() && !isOver) {
      isOver = true;
      say('That was the story. It goes on as long as you like; ctrl-C ends it.');
      if (LAST_SECOND < Number.POSITIVE_INFINITY) return;
    }
    await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

/** The oldest first. */
async function newEvents(client: SourceClient, known: NamedEvent[]): Promise<NamedEvent[]> {
  const last = Number(known.at(-1)?.id ?? 0);
  const { items } = await client.listEvents({ limit: 200 });
  return items.filter(({ id }) => Number(id) > last).reverse();
}

function note(seconds: number, { action, sourceName, reason }: NamedEvent): void {
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  const what = `${action.replaceAll('_', ' ').padEnd(16)} ${sourceName ?? ''}${reason ? ` (${reason})` : ''}`;
  process.stdout.write(`  ${clock}  ${what}\n`);
}

function say(text: string): void {
  process.stdout.write(`\n▸ ${text}\n`);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`The demo ended: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
