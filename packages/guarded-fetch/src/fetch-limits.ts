/** What one fetch may cost, whatever the server does. */
export interface FetchLimits {
  /** For the whole request, redirects and body included. */
  timeoutSeconds: number;
  /** From sending the request to the end of the response's headers. */
  headersSeconds: number;
  /** Between two chunks of a body. */
  idleSeconds: number;
  maxHeaderBytes: number;
  /** Of the body: on the wire, and after each decoder. */
  maxBytes: number;
  /** How many times larger decompression may make a body. */
  maxRatio: number;
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  timeoutSeconds: 30,
  headersSeconds: 30,
  idleSeconds: 10,
  maxHeaderBytes: 32 * 1024,
  maxBytes: 10 * 1024 * 1024,
  maxRatio: 200,
};
