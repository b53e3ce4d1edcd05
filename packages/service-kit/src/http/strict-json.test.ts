import { describe, expect, it } from '@jest/globals';
import { JsonMistake, parseStrictJson } from './strict-json.js';

function mistakeOf(text: string): JsonMistake {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonMistake) return error;
    throw error;
  }
  throw new Error(`no mistake found in ${text.slice(0, 100)}`);
}

describe('parseStrictJson', () => {
  it.each([
    '{}',
    '[]',
    '{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": "a"}',
    '{"text": "{\\"a\\": 1, \\"a\\": 2}"}',
    '{"a": ":", ":": "a", ",": "\\\\"}',
    '{"constructor": 1, "proto": 2}',
  ])('reads %s as JSON does', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a name twice', '{"a": 1, "a": 2}', 'a'],
    ['a name twice, once escaped', '{"a": 1, "\\u0061": 2}', 'a'],
    ['a name twice further down', '[{"x": {"b": [], "c": {}, "b": 0}}]', 'b'],
    ['__proto__', '{"__proto__": {"enabled": true}}', '__proto__'],
    ['__proto__ in disguise', '{"a": [{"\\u005f_proto__": 1}]}', '__proto__'],
  ])('rejects %s and names the field', (_given, text, field) => {
    expect(mistakeOf(text).field).toBe(field);
  });

  it.each([
    ['nothing', ''],
    ['a text', '"a"'],
    ['a number', '1'],
    ['null', 'null'],
    ['half an object', '{"a": 1'],
    ['two values', '{} {}'],
    ['a comment', '{/* a */}'],
    ['NaN', '{"a": NaN}'],
    ['many brackets', '['.repeat(50_000) + ']'.repeat(50_000)],
  ])('rejects %s', (_given, text) => {
    expect(mistakeOf(text)).toBeInstanceOf(JsonMistake);
  });
});
