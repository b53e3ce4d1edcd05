import type { Measurement } from '../measure/measure-run.js';

/** What a round asks of every subject. */
export const MODES = ['cold', 'unchanged', 'same body', 'changed', 'failing'] as const;
export type Mode = (typeof MODES)[number];

/** Something that polls the farm, or one part of what polling needs at least. */
export interface Subject {
  name: string;
  modes: readonly Mode[];
  /** From nothing to ready for the first mode: processes, databases, sources. */
  open(context: RunContext): Promise<OpenSubject>;
}

export interface OpenSubject {
  measure(mode: Mode): Promise<Measurement>;
  close(): Promise<void>;
}

export interface RunContext {
  urls: string[];
  /** A superuser's URL of a database of the PostgreSQL that all subjects share. */
  databaseUrl(database: string): string;
  postgresPid: number;
  /** Must be trusted by whoever fetches; null with plain http. */
  certificate: string | null;
}
