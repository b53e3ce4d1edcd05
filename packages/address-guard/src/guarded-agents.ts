import { Agent as HttpAgent, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { BlockedAddressError } from './blocked-address-error.js';

export interface GuardedAgents {
  http: HttpAgent;
  https: HttpsAgent;
}

interface Guard {
  lookup: LookupFunction;
  mayConnect: (host: string, address: string) => boolean;
}

type ConnectOptions = Pick<RequestOptions, 'host' | 'socketPath'>;
type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * Node gives a host with several addresses 250 ms for each before it turns to the next, and reports a far but
 * healthy host as unreachable when the next one is an IPv6 address without a route.
 */
const ADDRESS_ATTEMPT_MS = 3000;

export function createGuardedAgents(guard: Guard): GuardedAgents {
  class GuardedHttpAgent extends HttpAgent {
    override createConnection(options: ConnectOptions, connected?: Connected) {
      return super.createConnection(guarded(options, guard), connected);
    }
  }
  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(options: ConnectOptions, connected?: Connected) {
      return super.createConnection(guarded(options, guard), connected);
    }
  }
  return {
    http: new GuardedHttpAgent(),
    // One context for all: building one per connection makes an https request a quarter slower.
    https: new GuardedHttpsAgent({ secureContext: createSecureContext() }),
  };
}

/** Node never looks up what is already an address, so an address is judged here and a name in the lookup. */
function guarded(options: ConnectOptions, { lookup, mayConnect }: Guard) {
  if (options.socketPath) throw new BlockedAddressError(options.socketPath);
  const host = (options.host ?? 'localhost').replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !mayConnect(host, host)) throw new BlockedAddressError(host);
  return { ...options, lookup, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS };
}
