import { createSourceClient, type SourceClient } from '@feedwarden/client';

/** A client that answers as told; any other call is a mistake of the code under test. */
export function fakeClient(answers: Partial<SourceClient>): SourceClient {
  const refusing = createSourceClient({
    baseUrl: 'http://source-manager.invalid',
    token: () => Promise.reject(new Error('a call that no test expects')),
  });
  return { ...refusing, ...answers };
}
