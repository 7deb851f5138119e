import { isLoopbackHost } from '../browser/lib/loopback.ts';

/** Why wallet_a in live mode cannot run in this page, whatever its domain; null where it can. */
export function whyNoWalletAHere(): string | null {
  const { protocol, hostname } = location;
  if (protocol !== 'https:') return 'wallet_a in live mode does not run on plain HTTP; it was left out.';
  return isLoopbackHost(hostname) ? 'wallet_a in live mode does not run on localhost; it was left out.' : null;
}
