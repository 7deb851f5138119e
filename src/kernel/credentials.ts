/**
 * What stands before the text of what lets in, or pays, whoever knows it. What a page pays with stays whole (aliases of the
 * vault, 3-D Secure tokens): its payment can be sent again from the log, which gives the answer that was kept.
 */
const kinds = 'sk_test|sk_live|pk_test|pk_live|pat|whsec|app_secret|emu|wprep|ptok|cs_[0-9A-Za-z]{20}_secret';
const prefixOf = new RegExp(`^(?:${kinds})_`);
const anywhere = new RegExp(`\\b(?:${kinds})_\\w+`, 'g');

/** A key, token or signing secret as it may be shown: its prefix and its last two characters. */
export function shorten(credential: string): string {
  const prefix = prefixOf.exec(credential)?.[0] ?? '';
  const rest = credential.slice(prefix.length);
  if (prefix === '') return '…';
  return rest.length <= 2 ? `${prefix}…` : `${prefix}…${rest.slice(-2)}`;
}

/** A text with each key, token, app's or signing secret, payment token and prepared wallet credential shortened. */
export const maskSecrets = (text: string): string => text.replace(anywhere, shorten);

/** As `anywhere`, in the text of JSON: also behind a line break that is written `\\n` there. */
const inJson = new RegExp(`(?<=^|\\W|\\\\[bfnrt])(?:${kinds})_\\w+`, 'g');

/** JSON with each of its credentials replaced. @param replace told the credential, and its prefix with `_` */
export const replaceCredentials = (json: string, replace: (credential: string, prefix: string) => string): string =>
  json.replace(inJson, (credential) => replace(credential, prefixOf.exec(credential)?.[0] ?? ''));
