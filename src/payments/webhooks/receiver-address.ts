import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import {
  isForbiddenTarget,
  isLocalName,
  isLoopbackAddress,
  isLoopbackHost,
  withoutBrackets,
} from '../../core/base/hosts.ts';

/** The parts of a receiver's URL. */
export interface ReceiverAddress {
  readonly href: string;
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

type TargetCheck = { target: ReceiverAddress; refusal: null } | { target: null; refusal: string };

/**
 * Checks a receiver's URL. The host must be loopback. With `allowRemote`, it can be any host that is not always
 * forbidden. `guardedLookup` checks the resolved address when the connection is made.
 */
export function checkTarget(text: string, allowRemote: boolean): TargetCheck {
  const refuse = (refusal: string): TargetCheck => ({ target: null, refusal });
  if (text.length > 2048) return refuse('The URL must have at most 2048 characters.');
  if (!URL.canParse(text)) return refuse(`'${text}' is not a valid URL.`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('The URL must start with http or https.');
  if (url.username !== '' || url.password !== '') return refuse('The URL must not contain a user name or password.');
  const host = withoutBrackets(url.hostname);
  if (isForbiddenTarget(host))
    return refuse(
      `The emulator does not send requests to ${host}, because it is a link-local, metadata or reserved address.`,
    );
  if (!allowRemote && !isLoopbackHost(host)) {
    return refuse(`${host} is not this machine. Start the emulator with --allow-remote-webhooks to allow other hosts.`);
  }
  return { target: { href: url.href, origin: url.origin, path: url.pathname + url.search }, refusal: null };
}

const localAddresses: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * A DNS lookup for connections that applies the policy to resolved addresses. It prevents a name from resolving to
 * one address during the check and to another one for the connection.
 */
export function guardedLookup(allowRemote: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: LookupAddress[]): void => {
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    };
    if (isLocalName(hostname)) {
      const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
      answer(localAddresses.filter((entry) => family === 0 || entry.family === family));
      return;
    }
    resolve(hostname, { ...options, all: true } as LookupAllOptions, (error, addresses) => {
      const refused = error === null ? addresses.find(({ address }) => !mayConnect(address, allowRemote)) : undefined;
      if (error !== null) callback(error, []);
      else if (refused !== undefined) {
        callback(
          new Error(`requests to ${hostname} are not allowed, because the host resolves to ${refused.address}`),
          [],
        );
      } else answer(addresses);
    });
  };
}

const mayConnect = (address: string, allowRemote: boolean): boolean =>
  isLoopbackAddress(address) || (allowRemote && !isForbiddenTarget(address));
