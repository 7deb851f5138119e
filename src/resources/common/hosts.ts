/** Which hosts can be reached from outside. Takes the `hostname` of a URL, which is normalised: IPv4 is dotted there. */

/** First and last address of the IPv4 ranges that are not public. */
const closedRanges: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['224.0.0.0', '255.255.255.255'],
];

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);

const isIpv4 = (host: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
const isIpv6 = (host: string): boolean => host.startsWith('[');
const withoutDot = (host: string): string => host.replace(/\.$/, '').toLowerCase();

/** Whether a host is this machine: `localhost` and names below it, `127.0.0.0/8`, `::1`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = withoutDot(hostname);
  return /(^|\.)localhost$/.test(host) || (isIpv4(host) && host.startsWith('127.')) || host === '[::1]';
}

/** Whether a host may be one of the internet: no loopback, private, link-local or reserved one, nor a local name. */
export function isPublicHost(hostname: string): boolean {
  const host = withoutDot(hostname);
  if (isIpv4(host)) {
    const number = numberOf(host);
    return !closedRanges.some(([first, last]) => number >= numberOf(first) && number <= numberOf(last));
  }
  // Only global addresses of IPv6 are public, but for those that embed an IPv4 address or are reserved for documents.
  if (isIpv6(host)) return /^\[[23][0-9a-f]{3}:/.test(host) && !/^\[(2002|2001:(0|db8)?):/.test(host);
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(host);
}
