import { problemSchema } from '@feedwarden/contracts';
import type { RawAnswer } from './send-request.js';

/** Signs of what is ours alone: stacks, files, SQL, addresses, secrets. */
const LEAKS =
  /\bat \S+ \(|node_modules|file:\/\/|\.[jt]s:\d|\bselect\b.+\bfrom\b|insert into|postgres|drizzle|zod|TypeError|SyntaxError|a secret for tests|eyJ/i;

/** What is wrong with a refusal; nothing is as it should be. */
export function faultsOf(answer: RawAnswer, expected: number | number[]): string[] {
  const faults: string[] = [];
  if (![expected].flat().includes(answer.status)) faults.push(`${answer.status} instead of ${expected}`);
  if (!String(answer.headers['content-type']).startsWith('application/problem+json'))
    faults.push('no problem+json');
  const problem = problemSchema.safeParse(parsed(answer.text));
  if (!problem.success) faults.push('no problem in the body');
  else if (problem.data.status !== answer.status) faults.push('another status in the body');
  else if (problem.data.requestId !== answer.headers['x-request-id'])
    faults.push('another request id in the body');
  const [leak] = LEAKS.exec(answer.text) ?? [];
  if (leak) faults.push(`leaks ${leak}`);
  return faults.length > 0 ? [...faults, answer.text.slice(0, 300)] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
