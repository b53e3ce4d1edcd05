/** One request of an API, before it is known where the service is and who asks. */
export interface ApiRequest {
  method: string;
  path: string;
  needsToken: boolean;
  /** undefined values are left out. */
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with its media type. */
  content?: { type: string; data: string | Uint8Array<ArrayBuffer> } | undefined;
  headers?: Record<string, string>;
  /** For a POST that changes nothing: it may be sent again like a GET. */
  isRepeatable?: boolean | undefined;
  /** For calls that take longer than others. */
  timeoutMs?: number | undefined;
}

/** What every method of the clients takes as its last argument. */
export interface CallOptions {
  /** Aborting it ends the call, its waits included; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For each attempt, reading the response included; instead of the client's. */
  timeoutMs?: number | undefined;
}

export function headersOf({ body, content, headers = {} }: ApiRequest): Headers {
  const result = new Headers(headers);
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
