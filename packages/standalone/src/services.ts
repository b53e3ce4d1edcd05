import type { Secrets } from './secrets.js';

export interface ServiceDefinition {
  name: 'source-manager' | 'crawler';
  /** Of the embedded database, and of the role that owns it. */
  database: string;
  databasePassword: keyof Secrets;
  databaseUrlVariable: string;
  portVariable: string;
  defaultPort: number;
  stopDeadlineMs: number;
  /** What a slow stop is waiting for. */
  stopsAfter: string;
}

/** In starting order; they stop in the reverse one, because the crawler reports to the source manager. */
export const SERVICES: readonly ServiceDefinition[] = [
  {
    name: 'source-manager',
    database: 'source_manager',
    databasePassword: 'sourceManagerDatabasePassword',
    databaseUrlVariable: 'SOURCE_MANAGER_DATABASE_URL',
    portVariable: 'SOURCE_MANAGER_PORT',
    defaultPort: 4100,
    stopDeadlineMs: 10_000,
    stopsAfter: 'the requests it is answering',
  },
  {
    name: 'crawler',
    database: 'crawler',
    databasePassword: 'crawlerDatabasePassword',
    databaseUrlVariable: 'CRAWLER_DATABASE_URL',
    portVariable: 'CRAWLER_PORT',
    defaultPort: 4200,
    stopDeadlineMs: 20_000,
    stopsAfter: 'the polls under way',
  },
];
