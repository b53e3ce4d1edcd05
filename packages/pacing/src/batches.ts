interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Batches under way at a time. */
  atOnce?: number;
  /** A batch also waits for what the process has received already: worth it when the process is busier than `work`. */
  gathers?: boolean;
}

/**
 * Does for many callers at once what each asks for: while as many batches are under way as allowed, the next one
 * gathers. `work` returns one result per item, in their order. If it fails, it fails for all items of the batch.
 */
export function inBatches<Item, Result>(
  size: number,
  work: (items: Item[]) => Promise<Result[]>,
  { atOnce = 1, gathers = false }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let working = 0;

  function begin(): void {
    working += 1;
    if (gathers) setImmediate(() => void drain());
    else void drain();
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await workOn(waiting.splice(0, size));
    working -= 1;
  }

  async function workOn(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index in results) resolve(results[index] as Result);
        else reject(new Error('an item of a batch has no result'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (working < atOnce) begin();
    });
}
