import { get as getSecure } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackHost, withoutBrackets } from '../../core/base/hosts.ts';
import { wakeAfter } from '../../core/base/time.ts';
import type { Lookup, LookupResult } from '../../core/kernel/declare/operation.ts';

/** Loads the module as `client/node-transport.ts` does, because an import would make a start on Node 24 slower. */
const { get: getPlain } = process.getBuiltinModule('node:http');

/** How long a page can take to respond, in real milliseconds. */
const patience = 5_000;

/**
 * Requests a page on this machine and reads only the status, without following redirects. Reports null if no server
 * responds in time. Calls back once.
 */
export function lookUp({ origin, path, host }: Lookup, tell: (found: LookupResult) => void): void {
  const { protocol, hostname, port } = new URL(origin);
  if (!isLoopbackHost(hostname)) {
    tell({ status: null });
    return;
  }
  const address = withoutBrackets(hostname);
  // A local name must not resolve to another address.
  const options = { host: isIP(address) === 0 ? '127.0.0.1' : address, port, path, headers: { host }, agent: false };
  let told = false;
  const end = (status: number | null): void => {
    if (told) return;
    told = true;
    cancel();
    request.destroy();
    tell({ status });
  };
  const request =
    // The certificate of the page belongs to the developer, and names a host other than the domain.
    protocol === 'https:' ? getSecure({ ...options, rejectUnauthorized: false }) : getPlain(options);
  const cancel = wakeAfter(patience, () => end(null));
  request.on('response', ({ statusCode = 0 }) => end(statusCode));
  request.on('error', () => end(null));
}
