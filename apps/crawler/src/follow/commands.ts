import { ApiError, type SourceClient } from '@feedwarden/client';
import { type Source, VERDICTS } from '@feedwarden/contracts';
import { backoff } from '@feedwarden/pacing';
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type FaultLog,
  type Logger,
  reasonOf,
} from '@feedwarden/service-kit';
import { loggableUrl } from '../poll/web-url.js';
import { type ApplySources, placeOf } from './apply-sources.js';
import type { Outbox, PendingCommand, SourceStore } from './ports.js';

export interface SourceCommandsDeps {
  client: SourceClient;
  outbox: Outbox;
  store: SourceStore;
  applySources: ApplySources;
  logger: Logger;
  faults: FaultLog;
  stopwatch: () => number;
}

const CANNOT_READ = 'cannot read the outbox';
const CANNOT_DELIVER = 'cannot deliver commands';
const LOOK_EVERY_MS = 500;
const AT_ONCE = 20;
const RETRY_SECONDS = { first: 2, longest: 60 };
const LOOKS_FOR_NEWER = 3;
/** About a quarter of an hour: long enough for a source-manager that is older than we are to be brought up to date. */
const REFUSALS_TAKEN = 20;
/** With the time that a request may take, shorter than the outbox keeps a command from others. */
const LATEST_SEND_MS = 15_000;

/** Passes once source-manager is back at the state it reported to us before. */
class OlderStateError extends Error {
  override message = 'source-manager only knows an older state of the source';
}

/** Delivers the commands of the outbox to source-manager until each one has its response. */
export function createSourceCommands(deps: SourceCommandsDeps): BackgroundLoop {
  const { client, outbox, store, applySources, logger, faults, stopwatch } = deps;
  return createBackgroundLoop(async () => {
    try {
      const delivered = await deliverSome();
      faults.over(CANNOT_READ);
      return delivered < AT_ONCE ? LOOK_EVERY_MS : 0;
    } catch (error) {
      faults.report(CANNOT_READ, error);
      return LOOK_EVERY_MS;
    }
  });

  async function deliverSome(): Promise<number> {
    const latestSend = stopwatch() + LATEST_SEND_MS;
    const commands = await outbox.take(AT_ONCE);
    // We were paused: another crawler may have sent them in the meantime, and others after them.
    if (stopwatch() > latestSend) return 0;
    await Promise.all(commands.map(deliver));
    return commands.length;
  }

  async function deliver(pending: PendingCommand): Promise<void> {
    try {
      await settle(pending, await sendOrSupersede(pending));
      faults.over(CANNOT_DELIVER);
    } catch (error) {
      await handleFailure(pending, error).catch((fault: unknown) =>
        faults.report('cannot reschedule the command', fault, aboutOf(pending)),
      );
    }
  }

  /** The source as it is after the command, or as a person has made it since. */
  async function sendOrSupersede(pending: PendingCommand): Promise<Source> {
    try {
      return await send(client, pending);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      logger.info(aboutOf(pending), 'command dropped: a person gave the source a fresh start');
      return client.getSource(pending.sourceId);
    }
  }

  /** The command has its response: it goes, and the source is followed to where it stands now. */
  async function settle(pending: PendingCommand, response: Source): Promise<void> {
    let source = response;
    for (let look = 0; look < LOOKS_FOR_NEWER; look += 1) {
      if (await settleWith(pending, source)) return;
      source = await client.getSource(pending.sourceId);
    }
    throw new OlderStateError();
  }

  /** False: we know the source in a newer state than this, so nothing was done. */
  function settleWith({ id }: PendingCommand, source: Source): Promise<boolean> {
    return store.transaction(async (tx) => {
      const known = (await tx.lockFeeds([placeOf(source)])).get(source.id);
      if (known && known.feed.version > source.version) return false;
      await tx.deleteCommand(id);
      // A source that was deleted while the response was on its way must not come back by it.
      if (known) await applySources(tx, [source]);
      return true;
    });
  }

  async function handleFailure(pending: PendingCommand, error: unknown): Promise<void> {
    const about = aboutOf(pending);
    // Only source-manager itself sends a problem; a wrong address or a proxy would not.
    if (error instanceof ApiError && error.status === 404 && error.problem) {
      logger.info(about, 'command dropped: the source is deleted');
      return store.transaction((tx) => tx.deleteFeeds([pending.sourceId]));
    }
    if (isRefusal(error) && pending.attempts >= REFUSALS_TAKEN) {
      const { errors } = error.problem ?? {};
      logger.error({ ...about, error: error.message, errors }, 'command given up: source-manager refuses it');
      return settle(pending, await client.getSource(pending.sourceId));
    }
    const seconds = backoff(pending.attempts - 1, RETRY_SECONDS);
    logWaiting(pending, error, { ...about, seconds });
    await outbox.retryLater(pending, seconds);
  }

  /** Thousands may wait for hours: what keeps them all waiting is logged once, what concerns one, once per command. */
  function logWaiting({ attempts }: PendingCommand, error: unknown, about: object): void {
    const isOurs = isRefusal(error) || error instanceof OlderStateError;
    if (!isOurs) faults.report(CANNOT_DELIVER, error);
    if (attempts > 1 || !isOurs)
      logger.debug({ ...about, attempts, error: reasonOf(error) }, 'command waits for source-manager');
    else if (isRefusal(error)) logger.error({ ...about, err: error }, 'command refused, trying again');
    else logger.warn({ ...about, error: error.message }, 'command waits for source-manager');
  }
}

const aboutOf = ({ sourceId, feedUrl, command }: PendingCommand) => ({
  sourceId,
  url: loggableUrl(feedUrl),
  command: command.kind,
});

/** The command itself is refused. A refused token (401, 403) is a matter of settings, which can be corrected. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.problem !== null && [400, 413, 422].includes(error.status);
}

/** Every verdict has its operation: the body has the verdict's own fields and what makes it safe to repeat. */
function send(client: SourceClient, pending: PendingCommand): Promise<Source> {
  const { sourceId, commandId, healthEpoch } = pending;
  const { kind, evidence, ...fields } = pending.command;
  const command = { commandId, healthEpoch, decidedAt: pending.decidedAt.toISOString(), evidence };
  const carryOut = client[VERDICTS[kind].operation] as (id: string, body: object) => Promise<Source>;
  return carryOut(sourceId, { ...fields, command });
}
