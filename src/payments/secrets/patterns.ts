import { isPlainValue } from './own-credentials.ts';
import { partOf, replaceRuns } from './runs.ts';
import { type Replace, redact } from './sensitive-names.ts';

/*
 * Secrets that a pattern tells, anywhere in a text. All patterns take linear time: one class of characters cuts the
 * text into words, and the patterns of keys read whole words only.
 */

/** The words of a text that are long enough for a key. */
const words = { least: 16, isPart: partOf(/[A-Za-z0-9_.+$-]/) };

/** The patterns of keys, which match a whole word, as the issuers of the keys document them. */
const keys: readonly RegExp[] = [
  // A JSON web token: the header of every token begins with `eyJ`.
  /^eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*){1,3}$/,
  // Amazon.
  /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/,
  // Google: an API key, an access token, the secret of an OAuth client.
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
  // The secret of a payment or a session that a browser gets.
  /^[a-z]{2,12}_[0-9A-Za-z]{8,}_secret_[0-9A-Za-z]{8,}$/,
  // The emulator's own tokens: of a workspace, and the one that a start makes.
  /^emu_(?:ws_[0-9A-Za-z]{20}|[0-9a-f]{32})$/,
];

const isKey = (word: string): boolean => keys.some((key) => key.test(word));

/** A text without the words that look like keys or tokens. */
export const hideKeys = (text: string, replace: Replace = redact): string =>
  replaceRuns(text, words, (word) => {
    if (isKey(word)) return replace(word, 'key');
    // The full stop of a sentence does not belong to the key before it.
    const bare = word.replace(/\.$/, '');
    return bare !== word && isKey(bare) ? `${replace(bare, 'key')}.` : word;
  });

const pemBegins = 'PRIVATE KEY-----';
const pemEnds = '-----END ';

/**
 * A text without private keys in PEM: the text between a key's first line and its last line is hidden. A key without a
 * last line ends with the JSON text around it, or with the whole text.
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
    // The last line also contains the mark of the first line.
    const last = text.startsWith(pemEnds, to) ? text.indexOf(pemBegins, to) : -1;
    const behind = last === -1 ? to : last + pemBegins.length;
    parts.push(text.slice(to, behind));
    kept = behind;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** Finds the next occurrence of a text, for calls with ascending places; the length of the text if there is none. */
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

/** An address without its scheme, up to white space, a quote or the next address. */
const addresses = /:\/\/((?:[^\s"'<>\\:]|:(?!\/\/))+)/g;

/** A text without the users and the passwords of addresses. */
export const hideUsers = (text: string, replace: Replace = redact): string =>
  text.includes('@')
    ? text.replace(addresses, (whole, rest: string) => {
        const end = endOfUser(rest);
        return end === -1 ? whole : `://${replace(rest.slice(0, end), 'user')}${rest.slice(end)}`;
      })
    : text;

/**
 * The place of the @ that ends the user and the password; -1: the address has none. A password may contain an @ or a
 * slash that was not encoded; a port may not.
 */
function endOfUser(address: string): number {
  const authority = /^[^/?#]*/.exec(address)![0];
  const isPassword = /^[^:[]+:(?!\d*$)/.test(authority);
  return !authority.includes('@') && isPassword ? address.lastIndexOf('@') : authority.lastIndexOf('@');
}

/** A credential after the name of its authentication scheme. */
const schemes = /\b(Bearer|Basic)( +)([A-Za-z0-9_.~+/=-]{8,})/gi;
/** A credential contains digits, `=` or capitals after small letters; words after `Basic` in a sentence do not. */
const encoded = /[0-9=]|[a-z][A-Z]/;

/** The response of a Digest, from which its password can be guessed. */
const digests = /\b(response=)(\\{0,3}["']?)([\da-f]{32,128})(?![\da-z])/gi;

export const hideSchemes = (text: string, replace: Replace = redact): string =>
  text
    .replace(digests, (_, name: string, quote: string, digest: string) => name + quote + replace(digest, 'digest'))
    .replace(schemes, (whole, scheme: string, gap: string, value: string) =>
      encoded.test(value) && !isPlainValue(value) ? scheme + gap + replace(value, 'authorization') : whole,
    );
