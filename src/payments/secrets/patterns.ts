import { isPlainValue } from './own-credentials.ts';
import { partOf, replaceRuns } from './runs.ts';
import { type Replace, redact } from './sensitive-names.ts';

/*
 * Secrets that a pattern tells, anywhere in a text. All patterns take linear time: one class of characters cuts the
 * text into words, and the patterns of keys read whole words only.
 */

/** The words of a text that are long enough to be a key. */
const words = { least: 16, isPart: partOf(/[A-Za-z0-9_.+$-]/) };

/** The patterns of keys, according to the documentation of their issuers. Each pattern matches a whole word. */
const keys: readonly RegExp[] = [
  // JSON web tokens: the header of every token starts with `eyJ`.
  /^eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*){1,3}$/,
  // Amazon.
  /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/,
  // Google: an API key, an access token, an OAuth client secret.
  /^AIza[\w-]{35}$/,
  /^ya29\.[\w.-]{20,}$/,
  /^GOCSPX-[\w-]{20,}$/,
  // DigitalOcean, Databricks, Hugging Face, OpenAI and Anthropic.
  /^do[opr]_v1_[0-9a-f]{64}$/,
  /^dapi[0-9a-f]{32}(?:-\d+)?$/,
  /^hf_[A-Za-z0-9]{30,}$/,
  /^sk-[\w-]{20,}$/,
  // GitHub, GitLab, npm, PyPI, Docker, Atlassian and Vault.
  /^gh[oprsu]_[A-Za-z0-9]{36,}$/,
  /^github_pat_\w{22,}$/,
  /^gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[\w.-]{20,}$/,
  /^npm_[A-Za-z0-9]{36}$/,
  /^pypi-[\w-]{40,}$/,
  /^dckr_(?:pat|oat)_[\w-]{20,}$/,
  /^ATATT3[\w-]{20,}$/,
  /^hv[sbr]\.[\w-]{20,}$/,
  // Slack, SendGrid, Twilio, Shopify, Square, Mailgun and Stripe.
  /^xox[abceprs]-[\w-]{10,}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/,
  /^SK[0-9a-f]{32}$/,
  /^shp(?:at|ca|pa|ss)_[0-9a-f]{32}$/,
  /^sq0(?:atp|csp)-[\w-]{22,}$/,
  /^key-[0-9a-f]{32}$/,
  /^rk_(?:live|test)_[A-Za-z0-9]{16,}$/,
  // Square, PayPal, Mollie, Plaid and Adyen.
  /^EAAA[\w-]{58,}$/,
  /^A21AA[\w-]{80,}$/,
  /^(?:test|live)_[A-Za-z0-9]{30,}$/,
  /^(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f-]{36}$/,
  /^AQE[\w+/=.-]{60,}$/,
  // Braintree.
  /^access_token\$(?:sandbox|production)\$[0-9a-z]{8,}\$[0-9a-f]{32}$/i,
  // The secret of a payment or a session that a browser receives.
  /^[a-z]{2,12}_[0-9A-Za-z]{8,}_secret_[0-9A-Za-z]{8,}$/,
  // The emulator's own tokens: the token of a workspace, and the token that is generated at a start.
  /^emu_(?:ws_[0-9A-Za-z]{20}|[0-9a-f]{32})$/,
];

const isKey = (word: string): boolean => keys.some((key) => key.test(word));

/** Hides the words in a text that look like keys or tokens. */
export const hideKeys = (text: string, replace: Replace = redact): string =>
  replaceRuns(text, words, (word) => {
    if (isKey(word)) return replace(word, 'key');
    // The period at the end of a sentence is not part of the key before it.
    const bare = word.replace(/\.$/, '');
    return bare !== word && isKey(bare) ? `${replace(bare, 'key')}.` : word;
  });

const pemBegins = 'PRIVATE KEY-----';
const pemEnds = '-----END ';

/**
 * Hides private keys in PEM format: the text between a key's first and last line. If a key has no last line, it ends
 * at the end of the JSON string that contains it, or at the end of the text.
 */
export function hidePrivateKeys(text: string, replace: Replace = redact): string {
  if (!text.includes(pemBegins)) return text;
  const endOf = nextOf(text, pemEnds);
  const quoteOf = nextOf(text, '"');
  const parts: string[] = [];
  let kept = 0;
  for (let begins = text.indexOf(pemBegins); begins !== -1; begins = text.indexOf(pemBegins, kept)) {
    const from = begins + pemBegins.length;
    const to = Math.min(endOf(from), quoteOf(from));
    parts.push(text.slice(kept, from), replace(text.slice(from, to), 'privatekey'));
    // The last line contains the marker of the first line, too.
    const last = text.startsWith(pemEnds, to) ? text.indexOf(pemBegins, to) : -1;
    const behind = last === -1 ? to : last + pemBegins.length;
    parts.push(text.slice(to, behind));
    kept = behind;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/**
 * Returns a function that finds the next occurrence of a text; the length of the text if there is none. It must be
 * called with ascending positions.
 */
function nextOf(text: string, sought: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(sought, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** A URL without its scheme, up to white space, a quote or the next URL. */
const addresses = /:\/\/((?:[^\s"'<>\\:]|:(?!\/\/))+)/g;

/** Hides the user names and passwords of the URLs in a text. */
export const hideUsers = (text: string, replace: Replace = redact): string =>
  text.includes('@')
    ? text.replace(addresses, (whole, rest: string) => {
        const end = endOfUser(rest);
        return end === -1 ? whole : `://${replace(rest.slice(0, end), 'user')}${rest.slice(end)}`;
      })
    : text;

/**
 * The position of the @ that ends the user name and the password; -1 if the URL has none. A password can contain an @
 * or a slash that is not encoded; a port cannot.
 */
function endOfUser(address: string): number {
  const authority = /^[^/?#]*/.exec(address)![0];
  const isPassword = /^[^:[]+:(?!\d*$)/.test(authority);
  return !authority.includes('@') && isPassword ? address.lastIndexOf('@') : authority.lastIndexOf('@');
}

/** A credential after the name of its authentication scheme. */
const schemes = /\b(Bearer|Basic)( +)([A-Za-z0-9_.~+/=-]{8,})/gi;
/**
 * A credential contains digits, `=`, or an uppercase letter after a lowercase letter. Words after `Basic` in a
 * sentence do not.
 */
const encoded = /[0-9=]|[a-z][A-Z]/;

/** The response in Digest authentication, from which the password could be guessed. */
const digests = /\b(response=)(\\{0,3}["']?)([\da-f]{32,128})(?![\da-z])/gi;

export const hideSchemes = (text: string, replace: Replace = redact): string =>
  text
    .replace(digests, (_, name: string, quote: string, digest: string) => name + quote + replace(digest, 'digest'))
    .replace(schemes, (whole, scheme: string, gap: string, value: string) =>
      encoded.test(value) && !isPlainValue(value) ? scheme + gap + replace(value, 'authorization') : whole,
    );
