/** What one fetch may cost, whatever the other side does. */
export interface FetchLimits {
  /** For the whole request, redirects and body included. */
  timeoutSeconds: number;
  /** From asking a host to the last of its headers. */
  headersSeconds: number;
  /** Between two pieces of a body. */
  idleSeconds: number;
  maxHeaderBytes: number;
  /** Of the body: on the wire, and after each step of its decompression. */
  maxBytes: number;
  /** How many times longer a body may become by decompression. */
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
