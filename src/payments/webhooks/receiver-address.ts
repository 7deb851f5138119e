import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isAmong, isForbiddenTarget, isLocalName, isLoopbackHost, withoutBrackets } from '../../core/base/hosts.ts';

/** The hosts that the emulator may send requests to. */
export interface TargetPolicy {
  /** Whether names and addresses of this machine are allowed, in addition to the other lists. */
  readonly loopback: boolean;
  /** Host names such as `shop.test` or `*.example.com`; `all` for every host. */
  readonly hosts: 'all' | readonly string[];
  /** Origins that are always allowed, such as `http://localhost:3000`. */
  readonly origins: readonly string[];
}

/** The hosts that webhooks may reach: a policy, false for this machine alone, or true for every host. */
export type WebhookTargets = boolean | TargetPolicy;

const policyOf = (targets: WebhookTargets): TargetPolicy =>
  typeof targets === 'boolean' ? { loopback: true, hosts: targets ? 'all' : [], origins: [] } : targets;

/**
 * Whether a host is this machine: a loopback name or address, or an address of one of its network interfaces, which can
 * change while the emulator runs.
 */
export function isThisMachine(host: string): boolean {
  if (isLoopbackHost(host)) return true;
  if (isIP(host) === 0) return false;
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return isAmong(
    host,
    interfaces.map(({ address }) => address),
  );
}

/** Whether webhooks may reach any other machine. */
export const reachOthers = (targets: WebhookTargets): boolean => policyOf(targets).hosts.length > 0;

function isListed({ hosts }: TargetPolicy, host: string): boolean {
  if (hosts === 'all') return true;
  const name = host.toLowerCase();
  return hosts.some((each) => (each.startsWith('*.') ? name.endsWith(each.slice(1)) : name === each));
}

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
 * Checks a receiver's URL. Its host must be one that the policy allows, and that is not always forbidden.
 * `guardedLookup` checks the resolved address when the connection is made.
 */
export function checkTarget(text: string, targets: WebhookTargets): TargetCheck {
  const policy = policyOf(targets);
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
  const isLocal = isThisMachine(host);
  const isAllowed = policy.origins.includes(url.origin) || (isLocal ? policy.loopback : isListed(policy, host));
  if (!isAllowed && isLocal) {
    return refuse(
      `${host} is the emulator's own machine, which an emulator for others does not call. Start it with --webhook-host ${host} to allow this.`,
    );
  }
  if (!isAllowed) {
    return refuse(
      `${host} is not this machine. Start the emulator with --webhook-host ${host} to allow this host, or with --allow-remote-webhooks to allow every host.`,
    );
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
export function guardedLookup(targets: WebhookTargets): LookupFunction {
  const policy = policyOf(targets);
  const named = policy.origins.map((origin) => withoutBrackets(new URL(origin).hostname));
  return (hostname, options, callback) => {
    const isNamed = named.includes(hostname);
    const answer = (addresses: LookupAddress[]): void => {
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    };
    if (isLocalName(hostname) && (policy.loopback || isNamed)) {
      const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
      answer(localAddresses.filter((entry) => family === 0 || entry.family === family));
      return;
    }
    resolve(hostname, { ...options, all: true } as LookupAllOptions, (error, addresses) => {
      const mayConnect = (address: string): boolean =>
        isThisMachine(address)
          ? policy.loopback || isNamed
          : (isNamed || isListed(policy, hostname)) && !isForbiddenTarget(address);
      const refused = error === null ? addresses.find(({ address }) => !mayConnect(address)) : undefined;
      if (error !== null) callback(error, []);
      else if (refused !== undefined) {
        const own = isThisMachine(refused.address) ? ", which is the emulator's own machine" : '';
        const why = `because the host resolves to ${refused.address}${own}`;
        callback(new Error(`requests to ${hostname} are not allowed, ${why}`), []);
      } else answer(addresses);
    });
  };
}
