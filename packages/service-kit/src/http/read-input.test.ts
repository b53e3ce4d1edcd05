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
  it('Given good input, when it is read, then it is what the schema makes of it', () => {
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
  ])('Given $given, when it is read, then a 400 names $fields', ({ input, fields }) => {
    const problem = problemOf(input);
    expect(problem.status).toBe(400);
    expect(problem.errors?.map(({ field }) => field)).toEqual(fields);
    expect(problem.message).toBe(`the body is not valid: ${fields.join(', ')}`);
  });

  it('Given nothing, when it is read, then it is told that it is missing', () => {
    const problem = problemOf(undefined);
    expect(problem).toMatchObject({ status: 400, message: 'the body is missing' });
    expect(problem.errors).toEqual([{ field: 'body', message: 'is missing' }]);
  });

  it('Given an unknown key, when it is told, then the message says that it is not known', () => {
    expect(problemOf({ name: 'n', colour: 1 }).errors).toEqual([
      { field: 'colour', message: 'is not known here' },
    ]);
  });
});
