import type { NewSource } from '@feedwarden/contracts';

/** One entry of an OPML file, as it stands there. */
export interface Outline {
  /** Where in the file, for a person who looks for it. */
  line: number;
  title: string;
  xmlUrl: string;
  htmlUrl: string;
  /** What other installations of ours add, by attribute in lower case. */
  settings: Record<string, string>;
}

/** A source as it can stand in OPML: there is an address to poll. */
export type ListedSource = NewSource & { feedUrl: string };
