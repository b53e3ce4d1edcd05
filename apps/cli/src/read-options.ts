import type { Call } from './command.js';
import { UsageError } from './exit-codes.js';

/** A whole number from 1 on. */
export function countOf(call: Call, option: string): number | undefined {
  const text = call.text(option);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${option} must be a whole number from 1 on, not "${text}"`);
  return Number(text);
}

export function oneOf<Name extends string>(
  call: Call,
  option: string,
  names: readonly Name[],
): Name | undefined {
  const text = call.text(option);
  if (text === undefined) return undefined;
  const name = names.find((one) => one === text);
  if (!name) throw new UsageError(`--${option} must be ${names.join(', ')}, not "${text}"`);
  return name;
}
