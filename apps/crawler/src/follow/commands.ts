import { ApiError, ApiUnreachableError, isPassingTrouble, type SourceClient } from '@feedwarden/client';
import { type Source, VERDICTS } from '@feedwarden/contracts';
import { backoff } from '@feedwarden/pacing';
import { type BackgroundLoop, createBackgroundLoop, type Logger } from '@feedwarden/service-kit';
import type { FollowSource, Outbox, PendingCommand } from './ports.js';

export interface SourceCommandsDeps {
  client: SourceClient;
  outbox: Outbox;
  follow: FollowSource;
  logger: Logger;
  stopwatch: () => number;
}

const LOOK_EVERY_MS = 500;
const AT_ONCE = 20;
const RETRY_SECONDS = { first: 2, longest: 60 };
const LOOKS_FOR_NEWER = 3;
/** About a quarter of an hour: long enough for a source-manager that is older than we are to be brought up to date. */
const REFUSALS_TAKEN = 20;
/** With the time that a request may take, shorter than the outbox keeps a command from others. */
const LATEST_SEND_MS = 15_000;

/** Delivers the commands of the outbox to source-manager until each one has its answer. */
export function createSourceCommands(deps: SourceCommandsDeps): BackgroundLoop {
  const { client, outbox, follow, logger, stopwatch } = deps;
  return createBackgroundLoop(async () => {
    try {
      return (await deliverSome()) < AT_ONCE ? LOOK_EVERY_MS : 0;
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read');
      return LOOK_EVERY_MS;
    }
  });

  async function deliverSome(): Promise<number> {
    const latestSend = stopwatch() + LATEST_SEND_MS;
    const commands = await outbox.take(AT_ONCE);
    // We were paused: somebody else may have sent them meanwhile, and others after them.
    if (stopwatch() > latestSend) return 0;
    await Promise.all(commands.map(deliver));
    return commands.length;
  }

  async function deliver(pending: PendingCommand): Promise<void> {
    try {
      await settle(pending, await sendOrSupersede(pending));
    } catch (error) {
      await handleFailure(pending, error).catch((fault: unknown) =>
        logger.error({ err: fault, sourceId: pending.sourceId }, 'a command could not be put back'),
      );
    }
  }

  /** The source as it is after the command, or as a person has made it since. */
  async function sendOrSupersede(pending: PendingCommand): Promise<Source> {
    try {
      return await send(client, pending);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const { sourceId, command } = pending;
      logger.info(
        { sourceId, command: command.kind },
        'command dropped: a person gave the source a fresh start',
      );
      return client.getSource(sourceId);
    }
  }

  async function settle(pending: PendingCommand, answer: Source): Promise<void> {
    let source = answer;
    for (let look = 0; look < LOOKS_FOR_NEWER; look += 1) {
      if (await outbox.settle(pending, source, follow)) return;
      source = await client.getSource(pending.sourceId);
    }
    throw new ApiUnreachableError('it only knows the source in an older state than we do');
  }

  async function handleFailure(pending: PendingCommand, error: unknown): Promise<void> {
    const about = { sourceId: pending.sourceId, command: pending.command.kind };
    // Only source-manager itself says so with a problem; a wrong address or a proxy would not.
    if (error instanceof ApiError && error.status === 404 && error.problem) {
      logger.info(about, 'command dropped: the source is deleted');
      return outbox.dropSource(pending.sourceId);
    }
    if (isRefusal(error) && pending.attempts >= REFUSALS_TAKEN) {
      const { errors } = error.problem ?? {};
      logger.error({ ...about, error: error.message, errors }, 'command given up: source-manager refuses it');
      return settle(pending, await client.getSource(pending.sourceId));
    }
    const seconds = backoff(pending.attempts - 1, RETRY_SECONDS);
    tellOfWaiting(pending, error, { ...about, seconds });
    await outbox.retryLater(pending, seconds);
  }

  /** Once per command: thousands may wait for hours. */
  function tellOfWaiting({ attempts }: PendingCommand, error: unknown, about: object): void {
    if (attempts > 1) logger.debug({ ...about, attempts }, 'command waits');
    else if (isPassingTrouble(error))
      logger.warn({ ...about, error: error.message }, 'command waits for source-manager');
    else logger.error({ ...about, err: error }, 'command refused, trying again');
  }
}

/** What is said of the command itself. Who we are (401, 403) is a matter of settings, and can be mended. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.problem !== null && [400, 413, 422].includes(error.status);
}

/** Every verdict has its operation: the body is the verdict's own fields and what makes it safe to repeat. */
function send(client: SourceClient, pending: PendingCommand): Promise<Source> {
  const { sourceId, commandId, healthEpoch } = pending;
  const { kind, evidence, ...fields } = pending.command;
  const command = { commandId, healthEpoch, decidedAt: pending.decidedAt.toISOString(), evidence };
  const carryOut = client[VERDICTS[kind].operation] as (id: string, body: object) => Promise<Source>;
  return carryOut(sourceId, { ...fields, command });
}
