import { ApiError, ApiUnreachableError } from '@feedwarden/client';
import { describe, expect, it } from '@jest/globals';
import { createSourceCredential } from './source-credential.js';

const failing = (error: Error) =>
  createSourceCredential({ getSourceCredential: () => Promise.reject(error) });

describe('the credential of a source', () => {
  it('is the key of the owner', async () => {
    const asked: string[] = [];
    const apiKeyOf = createSourceCredential({
      getSourceCredential: async (id) => {
        asked.push(id);
        return { provider: 'twitter', apiKey: 'abc' };
      },
    });
    expect(await apiKeyOf('source-1')).toBe('abc');
    expect(asked).toEqual(['source-1']);
  });

  it('is null for an owner without a key', async () => {
    expect(await failing(new ApiError(404, null))('source-1')).toBeNull();
  });

  it.each([
    ['a token that may not', new ApiError(403, null)],
    ['a fault of source-manager', new ApiError(500, null)],
    ['nobody there', new ApiUnreachableError(new Error('connect ECONNREFUSED'))],
  ])('throws the error as it is: %s', async (_given, error) => {
    await expect(failing(error)('source-1')).rejects.toBe(error);
  });
});
