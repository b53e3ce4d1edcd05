import { Agent as HttpAgent, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { BlockedAddressError } from './blocked-address-error.js';
import { createGuardedLookup, type Resolve } from './guarded-lookup.js';

export interface GuardedAgents {
  http: HttpAgent;
  https: HttpsAgent;
}

interface Guard {
  resolve: Resolve;
  judge: (host: string, address: string, port: number) => BlockedAddressError | null;
}

type ConnectOptions = Pick<RequestOptions, 'host' | 'port' | 'socketPath'>;
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

/** Node does not look up an address, so an address is judged here and a name in the lookup. */
function guarded(options: ConnectOptions, { resolve, judge }: Guard) {
  if (options.socketPath) throw BlockedAddressError.notPublic(options.socketPath);
  const host = (options.host ?? 'localhost').replace(/^\[(.*)\]$/, '$1');
  const judgeHere = (name: string, address: string) => judge(name, address, Number(options.port ?? 0));
  const refusal = isIP(host) === 0 ? null : judgeHere(host, host);
  if (refusal) throw refusal;
  const lookup = createGuardedLookup(resolve, judgeHere);
  return { ...options, lookup, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS };
}
