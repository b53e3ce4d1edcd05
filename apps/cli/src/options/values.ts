import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Readers of option values; commander adds the name of the option to their messages. */
export function count(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError('It must be a port from 0 to 65535.');
}

/** As the API takes it: UTC, with its time of day. */
export function time(text: string): string {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  throw new InvalidArgumentError('It must be a time like 2026-03-01 or 2026-03-01T12:00:00Z.');
}

/** `a,b`, each of them one of the names. */
export const listOf =
  <Name extends string>(names: readonly Name[]) =>
  (text: string): Name[] =>
    text.split(',').map((part) => {
      const name = names.find((one) => one === part.trim());
      if (name) return name;
      throw new InvalidArgumentError(`Allowed, separated by commas: ${names.join(', ')}.`);
    });

export function webUrl(text: string): string {
  if (/^https?:\/\/[^\s/]/i.test(text)) return text;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

/** For readers that throw plain errors. */
export const parsedBy =
  <Value>(read: (text: string) => Value) =>
  (text: string): Value => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
