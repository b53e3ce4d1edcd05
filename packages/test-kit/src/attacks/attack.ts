import { testToken } from '../test-token.js';
import { faultsOf } from './faults-of.js';
import type { MALFORMED_BYTES } from './malformed-bytes.js';
import type { MalformedRequest } from './malformed-requests.js';
import { sendBytes, sendRequest } from './send-request.js';

/** Sends what is malformed. What is wrong with its refusal; nothing is as it should be. */
export async function attack(port: number, malformed: MalformedRequest): Promise<string[]> {
  const { scopes, status, headers, ...request } = malformed;
  const authorization = scopes ? { authorization: `Bearer ${await testToken(scopes)}` } : {};
  return faultsOf(await sendRequest(port, { ...request, headers: { ...headers, ...authorization } }), status);
}

export async function attackWithBytes(
  port: number,
  { bytes, status }: (typeof MALFORMED_BYTES)[number],
): Promise<string[]> {
  const [head = '', text = ''] = (await sendBytes(port, bytes)).split('\r\n\r\n');
  const headers = Object.fromEntries(
    [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.trim(),
    ]),
  );
  const [, got = '0'] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  return faultsOf({ status: Number(got), headers, text }, status);
}
