import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackAuthority, withoutBrackets } from '../../core/base/hosts.ts';
import { errorOf, refusal, ServiceError } from '../../core/kernel/errors.ts';

export const hostNotAllowed = refusal(403, 'host_not_allowed');
export const originNotAllowed = refusal(403, 'origin_not_allowed');

/** How many hosts are cached. There are few real hosts, but callers can invent names below `localhost`. */
const mostKnown = 100;

/** The host name in a `Host` header or an origin, without the port. */
const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/**
 * Rejects a `Host` that is neither loopback nor configured. Otherwise, a web page could reach the emulator by
 * resolving its own name to this machine. `OPTIONS *` accesses nothing, and needs no host.
 * @param known caches accepted hosts
 * @throws 400 for a request line without a path, and for a missing or repeated `Host`; 403 `host_not_allowed`
 */
export function checkHost(request: IncomingMessage, allowed: ReadonlySet<string>, known: Set<string>): void {
  const { host = '' } = request.headers;
  if (request.url?.startsWith('/') !== true) {
    if (request.method === 'OPTIONS' && request.url === '*') return;
    throw new ServiceError('invalid_request_error', 'The request line must contain a path, not an address.');
  }
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new ServiceError('invalid_request_error', 'An HTTP/1.1 request must have a Host header.');
  }
  if (namesHostTwice(request.rawHeaders)) {
    throw new ServiceError('invalid_request_error', 'The request has more than one Host header.');
  }
  if (known.has(host)) return;
  if (isLoopbackAuthority(host) || allowed.has(nameOf(host))) {
    if (known.size < mostKnown) known.add(host);
    return;
  }
  if (isProbe(request, host)) return;
  throw errorOf(
    hostNotAllowed,
    `This emulator does not accept the Host '${host.slice(0, 100)}'. To allow it, start the emulator with --allowed-host.`,
  );
}

/**
 * Whether a request asks for the health by the emulator's address, as probes of Kubernetes do. A web page could only use
 * a name, and the answer says nothing else.
 */
const isProbe = ({ url }: IncomingMessage, host: string): boolean =>
  url === '/_emulator/health' && isIP(withoutBrackets(nameOf(host))) !== 0;

/**
 * Rejects an `Expect` header that the emulator does not support. HTTP/1.0 does not have this header.
 * @throws 417
 */
export function checkExpectation({ headers: { expect }, httpVersion }: IncomingMessage): void {
  if (expect === undefined || httpVersion === '1.0' || expect.toLowerCase() === '100-continue') return;
  throw new ServiceError('invalid_request_error', 'The only supported Expect value is 100-continue.', { status: 417 });
}

function namesHostTwice(rawHeaders: readonly string[]): boolean {
  let found = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (found) return true;
    found = true;
  }
  return false;
}

/**
 * Rejects calls to the control API from pages of other origins. For a script, the browser sends the origin of its
 * page. For an image, a form or a link, the browser states only how the page's site relates to the emulator's
 * (`Sec-Fetch-Site`). Another port on this machine is the same site, but another origin.
 * @param publicOrigin the emulator's own public origin, such as the origin of a proxy in front of it
 * @throws 403 `origin_not_allowed`
 */
export function checkOrigin(request: IncomingMessage, allowed: ReadonlySet<string>, publicOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) {
    if (site !== 'cross-site' && site !== 'same-site') return;
    throw errorOf(
      originNotAllowed,
      'The control API does not accept requests from pages of other sites, or links from them.',
    );
  }
  if (origin === publicOrigin) return;
  let url: URL | null = null;
  try {
    url = new URL(origin);
  } catch {
    // `null` and other opaque origins are never allowed.
  }
  const port = String(request.socket.localPort);
  const scheme = 'encrypted' in request.socket ? 'https:' : 'http:';
  const own =
    url !== null &&
    url.protocol === scheme &&
    (url.port || (url.protocol === 'https:' ? '443' : '80')) === port &&
    (isLoopbackAuthority(url.host) || allowed.has(nameOf(url.host)));
  if (!own) {
    throw errorOf(originNotAllowed, 'The control API does not accept requests from pages of other origins.');
  }
}

/** Whether two secrets are equal. The duration of the comparison reveals nothing about them. */
export function isSameText(one: string, other: string): boolean {
  const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digestOf(one), digestOf(other));
}
