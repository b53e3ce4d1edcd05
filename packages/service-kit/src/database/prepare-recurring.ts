import type { Sql, TransactionSql } from 'postgres';

/** Statements are prepared when they are sent for the third time: many texts are sent only once. */
const RECURS_AFTER = 2;
/** Per connection. The memory of PostgreSQL for them is bounded, however many texts there are. */
const MOST_PREPARED = 250;
const MOST_CANDIDATES = 1000;

/**
 * A client for drizzle that prepares the statements that recur. A statement that is not prepared takes two round trips,
 * and is parsed each time.
 */
export function prepareRecurring(client: Sql): Sql {
  const prepared = new Set<string>();
  const candidates = new Map<string, number>();

  function recurs(text: string): boolean {
    if (prepared.has(text)) return true;
    if (prepared.size >= MOST_PREPARED) return false;
    const seen = candidates.get(text) ?? 0;
    if (seen < RECURS_AFTER) {
      if (candidates.size >= MOST_CANDIDATES) candidates.clear();
      candidates.set(text, seen + 1);
      return false;
    }
    candidates.delete(text);
    prepared.add(text);
    return true;
  }

  function preparing<Client extends Sql | TransactionSql>(of: Client): Client {
    const unsafe: Sql['unsafe'] = (text, parameters, options) =>
      of.unsafe(
        text,
        parameters,
        parameters?.length && recurs(text) ? { ...options, prepare: true } : options,
      );
    const nested = (name: 'begin' | 'savepoint') => (work: (tx: TransactionSql) => unknown) =>
      (of as unknown as Record<typeof name, (wrapped: typeof work) => unknown>)[name]((tx) =>
        work(preparing(tx)),
      );
    const replaced: Partial<Record<PropertyKey, unknown>> = {
      unsafe,
      begin: nested('begin'),
      savepoint: nested('savepoint'),
    };
    return new Proxy(of, { get: (target, name) => replaced[name] ?? Reflect.get(target, name) });
  }

  return preparing(client);
}
