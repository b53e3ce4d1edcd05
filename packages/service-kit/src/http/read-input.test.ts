import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Problem } from './problem.js';
import { readInput } from './read-input.js';

const schema = z.strictObject({
  name: z.string(),
  size: z.int().optional(),
  inner: z.strictObject({ flag: z.boolean() }).optional(),
});

function problemOf(input: unknown): Problem {
  try {
    readInput(schema, input, 'body');
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('there was no problem');
}

describe('readInput', () => {
  it('returns valid input as the schema transforms it', () => {
    expect(readInput(z.object({ n: z.coerce.number() }), { n: '4' }, 'query')).toEqual({ n: 4 });
  });

  it.each([
    { given: 'one bad field', input: { name: 1 }, fields: ['name'] },
    { given: 'two bad fields', input: { size: 'x' }, fields: ['name', 'size'] },
    { given: 'two unknown keys', input: { name: 'n', a: 1, b: 2 }, fields: ['a', 'b'] },
    { given: 'a bad field inside', input: { name: 'n', inner: { flag: 1 } }, fields: ['inner.flag'] },
    {
      given: 'an unknown key inside',
      input: { name: 'n', inner: { flag: true, x: 1 } },
      fields: ['inner.x'],
    },
    { given: 'no object at all', input: 'text', fields: ['body'] },
  ])('names $fields in a 400, given $given', ({ input, fields }) => {
    const problem = problemOf(input);
    expect(problem.status).toBe(400);
    expect(problem.errors?.map(({ field }) => field)).toEqual(fields);
    expect(problem.message).toBe(`the body is not valid: ${fields.join(', ')}`);
  });

  it('reports input that is missing', () => {
    const problem = problemOf(undefined);
    expect(problem).toMatchObject({ status: 400, message: 'the body is missing' });
    expect(problem.errors).toEqual([{ field: 'body', message: 'is missing' }]);
  });

  it('says that an unknown key is unknown', () => {
    expect(problemOf({ name: 'n', colour: 1 }).errors).toEqual([
      { field: 'colour', message: 'is not a known field' },
    ]);
  });
});
