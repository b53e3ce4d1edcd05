/**
 * Content that was made safe by an earlier version is sanitised again when it is next read. Apart from the sanitiser,
 * because the main process must know it without loading a parser.
 */
export const SANITISER_VERSION = 1;
