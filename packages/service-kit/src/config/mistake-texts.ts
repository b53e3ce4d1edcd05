import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What is wrong with a setting where its schema has no words of its own. Never shows the value. */
export function inOurWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${listOf(issue.values)}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_key':
      return 'has a field that is not known';
    case 'invalid_union':
    case 'invalid_format':
      return 'has the wrong form';
    default:
      return undefined;
  }
}

function listOf(values: readonly unknown[]): string {
  const texts = values.map(String);
  const last = texts.pop() ?? '';
  return texts.length > 0 ? `${texts.join(', ')} or ${last}` : last;
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters long' : '');
