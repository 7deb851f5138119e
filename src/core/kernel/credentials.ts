import { timingSafeEqual } from 'node:crypto';

/**
 * The prefixes of credentials for access or payment. Payment credentials of a page (vault aliases, 3-D Secure tokens)
 * are not in the list, so they stay readable: a developer can resend the page's payment from the log and get the
 * stored response.
 */
const kinds = 'sk_test|sk_live|pk_test|pk_live|pat|whsec|app_secret|emu|wprep|ptok|cs_[0-9A-Za-z]{20}_secret';
const prefixOf = new RegExp(`^(?:${kinds})_`);
const anywhere = new RegExp(`\\b(?:${kinds})_\\w+`, 'g');

/**
 * The kind of a credential by its prefix: `sk_test`, or `cs_secret` for a checkout session. Null for any other text.
 */
export const kindOfCredential = (text: string): string | null =>
  prefixOf
    .exec(text)?.[0]
    .replace(/_[0-9A-Za-z]{20}_/, '_')
    .slice(0, -1) ?? null;

/**
 * Whether a secret equals the expected secret. The comparison takes the same time regardless of how many characters
 * match.
 */
export function isSameSecret(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Shortens a key, token or signing secret for display: its prefix and its last two characters. */
export function shorten(credential: string): string {
  const prefix = prefixOf.exec(credential)?.[0] ?? '';
  const rest = credential.slice(prefix.length);
  if (prefix === '') return '…';
  return rest.length <= 2 ? `${prefix}…` : `${prefix}…${rest.slice(-2)}`;
}

/** Shortens each key, token, app secret, signing secret, payment token and prepared wallet credential in a text. */
export const maskSecrets = (text: string): string => text.replace(anywhere, shorten);

/** Like `anywhere`, but for JSON text, where a credential can also follow an escape such as `\\n`. */
const inJson = new RegExp(`(?:${kinds})(?<=(?:^|\\W|\\\\[bfnrt])(?:${kinds}))_\\w+`, 'g');

/** Replaces each credential in a JSON text. @param replace receives the credential, and its prefix with `_` */
export const replaceCredentials = (json: string, replace: (credential: string, prefix: string) => string): string =>
  json.replace(inJson, (credential) => replace(credential, prefixOf.exec(credential)?.[0] ?? ''));
