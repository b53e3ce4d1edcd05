import { openApiDocument, problemSchema, type ServiceApi } from '@feedwarden/contracts';
import { testToken } from '../test-token.js';
import type { MALFORMED_BYTES } from './malformed-bytes.js';
import { type MalformedRequest, malformedRequests } from './malformed-requests.js';
import { type RawResponse, sendBytes, sendRequest } from './send-request.js';

/** Sends a malformed request and returns what is wrong with its refusal; an empty list means nothing. */
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

/** Signs of internals: stacks, files, SQL, addresses, secrets. */
const LEAKS =
  /\bat \S+ \(|node_modules|file:\/\/|\.[jt]s:\d|\bselect\b.+\bfrom\b|insert into|postgres|drizzle|zod|TypeError|SyntaxError|a secret for tests|eyJ/i;

/** What is wrong with a refusal; an empty list means nothing. */
export function faultsOf(response: RawResponse, expected: number | number[]): string[] {
  const faults: string[] = [];
  if (![expected].flat().includes(response.status)) faults.push(`${response.status} instead of ${expected}`);
  if (!String(response.headers['content-type']).startsWith('application/problem+json'))
    faults.push('not problem+json');
  const problem = problemSchema.safeParse(parsed(response.text));
  if (!problem.success) faults.push('the body is not a problem');
  else if (problem.data.status !== response.status) faults.push('the body has a different status');
  else if (problem.data.requestId !== response.headers['x-request-id'])
    faults.push('the body has a different request id');
  const [leak] = LEAKS.exec(response.text) ?? [];
  if (leak) faults.push(`leaks ${leak}`);
  return faults.length > 0 ? [...faults, response.text.slice(0, 300)] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A different method is not the documented operation. */
const OF_NO_OPERATION = 405;

/** The refusals of malformed requests that are missing in the OpenAPI document. */
export function undocumentedRefusals(api: ServiceApi): string[] {
  const { paths } = openApiDocument(api);
  const refusals = malformedRequests(api).flatMap(({ operation: { path, method }, given, status }) => {
    const documented = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]?.responses ?? {};
    const missing = [status].flat().filter((one) => one !== OF_NO_OPERATION && !(one in documented));
    return missing.map((one) => `${one} to ${given}`);
  });
  return [...new Set(refusals)];
}
