/** One request of an API, before it is known where the service is and who asks. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** undefined values are left out. */
  query?: object;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with its media type. */
  content?: { type: string; data: string | Uint8Array<ArrayBuffer> };
  headers?: Record<string, string | undefined>;
  /** For a POST that changes nothing: it may be tried again like a GET. */
  isRepeatable?: boolean;
  /** For calls that take longer than others. */
  timeoutMs?: number;
}

/** What every method of the clients takes as its last argument. */
export interface CallOptions {
  /** Aborting it ends the call, its waits included; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For each attempt, the answer included; instead of the client's. */
  timeoutMs?: number | undefined;
}

/** Calls that create something can be repeated without creating it twice. */
export interface CreateOptions extends CallOptions {
  /** The same key with the same body is carried out once; with it, the call is tried again like any other. */
  idempotencyKey?: string | undefined;
}

/** The version a decision rests on: when it is no longer the current one, the answer is 412 and nothing changes. */
export interface ChangeOptions extends CallOptions {
  version?: number | undefined;
}

export function headersOf({ body, content, headers = {} }: ApiRequest): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) result.set(name, value);
  if (content) result.set('content-type', content.type);
  else if (body !== undefined) result.set('content-type', 'application/json');
  return result;
}

export function bodyOf({ body, content }: ApiRequest): string | Uint8Array<ArrayBuffer> | null {
  if (content) return content.data;
  return body === undefined ? null : JSON.stringify(body);
}

export function urlOf(baseUrl: string, { path, query = {} }: ApiRequest): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return `${baseUrl.replace(/\/+$/, '')}${path}${params.size > 0 ? `?${params}` : ''}`;
}
