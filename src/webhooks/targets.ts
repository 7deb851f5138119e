import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The address of a receiver in parts. */
export interface Target {
  readonly href: string;
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

type TargetCheck = { target: Target; refusal: null } | { target: null; refusal: string };

/** IPv6 forms in which an IPv4 address can be written: each prefix with the bits of IPv4 that follow it. */
const embeddings = ['64:ff9b::', '64:ff9b:1::', '::'];

function listOf(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) {
    if (isIP(net) === 6) {
      list.addSubnet(net, prefix, 'ipv6');
      continue;
    }
    // IPv4-mapped IPv6 (::ffff:a.b.c.d) is compared with the IPv4 rules by BlockList itself.
    list.addSubnet(net, prefix, 'ipv4');
    for (const embedding of embeddings) list.addSubnet(`${embedding}${net}`, 96 + prefix, 'ipv6');
    const [a, b, c, d] = net.split('.').map(Number) as [number, number, number, number];
    const sixToFour = `2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::`;
    list.addSubnet(sixToFour, 16 + prefix, 'ipv6');
  }
  return list;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Link-local addresses, those where clouds hand out credentials, and those of no host. */
const neverTargets = listOf([
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['0.0.0.0', 8],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
]);

const isIn = (list: BlockList, address: string): boolean => {
  const bare = address.split('%')[0]!;
  const family = isIP(bare);
  return family !== 0 && list.check(bare, family === 6 ? 'ipv6' : 'ipv4');
};

/** Whether an address, in any notation that WHATWG URLs normalise to, is this machine's loopback. */
export const isLoopback = (address: string): boolean => isIn(loopback, address);

/** Whether nothing is ever sent to an address. `::1` is loopback, though it lies in the range of IPv4 as `::a.b.c.d`. */
export const isNeverTarget = (address: string): boolean => !isLoopback(address) && isIn(neverTargets, address);

/** `localhost` and names below it, which RFC 6761 keeps for loopback. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Checks the address of a receiver: it must be loopback, or, with `allowRemote`, none of those that are never allowed.
 * `guardedLookup` checks what its name resolves to when the connection is made.
 */
export function checkTarget(text: string, allowRemote: boolean): TargetCheck {
  const refuse = (refusal: string): TargetCheck => ({ target: null, refusal });
  if (text.length > 2048) return refuse('The address is longer than 2048 characters.');
  if (!URL.canParse(text)) return refuse(`'${text}' is not an address.`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('The address must begin with http or https.');
  if (url.username !== '' || url.password !== '') return refuse('The address must not hold a user name or password.');
  const host = hostOf(url);
  if (isNeverTarget(host)) return refuse(`Nothing is sent to ${host}: a link-local, metadata or reserved address.`);
  if (!allowRemote && !isLoopback(host) && !isLocalName(host)) {
    return refuse(`${host} is not this machine; --allow-remote-webhooks allows other hosts.`);
  }
  return { target: { href: url.href, origin: url.origin, path: url.pathname + url.search }, refusal: null };
}

const localAddresses: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * A look-up for connections that applies the policy to the resolved addresses, so that a name cannot have one address
 * when it is checked and another when it is used.
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
        callback(new Error(`nothing is sent to ${hostname}: it resolves to ${refused.address}`), []);
      } else answer(addresses);
    });
  };
}

const mayConnect = (address: string, allowRemote: boolean): boolean =>
  isLoopback(address) || (allowRemote && !isNeverTarget(address));
