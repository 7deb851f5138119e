/** Why wallet_a in live mode cannot run in this page, whatever its domain; null where it can. */
export function whyNoWalletAHere(): string | null {
  const { protocol, hostname } = location;
  if (protocol !== 'https:') return 'wallet_a in live mode does not run on plain HTTP; it was left out.';
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
    ? 'wallet_a in live mode does not run on localhost; it was left out.'
    : null;
}
