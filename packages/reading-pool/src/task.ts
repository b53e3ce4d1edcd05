/** By name: what a task takes besides the bytes, and what it gives. All of it must survive JSON. */
export type TaskTypes = Record<string, { input: unknown; value: unknown; item: unknown }>;

/** What a task makes of the bytes. Many items are sent piece by piece, so that nobody holds them as one text. */
export interface Reading<Value = unknown, Item = unknown> {
  value: Value;
  items: Item[];
}

export type ReadingResult<Value = unknown, Item = unknown> =
  | ({ kind: 'read' } & Reading<Value, Item>)
  /** The bytes would have taken more than one document may. */
  | { kind: 'too_costly'; limit: CostLimit; detail: string }
  /** The bytes ended the process that read them. `lastWords`: the end of what it wrote to stderr. */
  | { kind: 'crashed'; detail: string; lastWords: string };

export type CostLimit = 'time' | 'memory' | 'result';

export type ReadingOf<Task extends TaskTypes[string]> = Reading<Task['value'], Task['item']>;

export type TaskHandlers<Tasks extends TaskTypes> = {
  [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
    bytes: Buffer,
  ) => ReadingOf<Tasks[Name]> | Promise<ReadingOf<Tasks[Name]>>;
};
