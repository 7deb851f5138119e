import { jsonOrText } from '../../core/base/json-values.ts';
import { kindOfCredential, replaceCredentials } from '../../core/kernel/credentials.ts';
import { normalizeCardNumber } from '../simulation/card-numbers.ts';
import { isTestCredential } from '../simulation/wallet-credentials.ts';
import { spellingsOf } from './encodings.ts';
import { isHidden, writeHidden } from './hidden-form.ts';
import { isDistinct, secretsOfEnvironment, shortestValue } from './hide.ts';
import { KnownValues } from './known-values.ts';
import { holds, Search } from './search.ts';
import { isOpenHeader, secretKindOf } from './sensitive-names.ts';
import { unpackGzip } from './unpack.ts';

declare const hidden: unique symbol;
/** A text without secrets. Only `HiddenTexts` creates it. */
export type Hidden = string & { readonly [hidden]: true };

/** The last four characters of a shorter secret are not shown, because they would be too large a part of it. */
const shortestShown = 16;
/** A shorter number can have any meaning. */
const shortestNumber = 9;

/**
 * Hides the secrets of a conversation. Each secret is replaced with the form that `hidden-form.ts` defines, and is
 * remembered: if it appears again, in any spelling, it is hidden too. Published test numbers are not hidden.
 */
export class HiddenTexts {
  readonly #forms = new Map<string, string>();
  /** The number of secrets that have the same kind and the same last four characters. */
  readonly #alike = new Map<string, number>();
  readonly #known = new KnownValues();
  readonly #search = new Search({
    replace: (secret, kind) => this.#hide(secret, kind),
    credentials: (text) => replaceCredentials(text, (credential) => this.#hide(credential, 'key')),
    known: (text) => this.#known.replaceIn(text),
    unpack: unpackGzip,
  });
  #fresh = new KnownValues();

  /** @param environment the environment variables whose secrets are hidden from the start */
  constructor(environment: Readonly<Record<string, string | undefined>> = {}) {
    for (const secret of secretsOfEnvironment(environment)) this.#hide(secret, 'secret');
  }

  /** Hides secrets in any text: a word, a body, a message. */
  text(text: string): Hidden {
    return this.#search.text(text) as Hidden;
  }

  /**
   * Hides secrets in the value of a header. The value is hidden completely unless the header is known to be harmless.
   */
  header(name: string, value: string): Hidden {
    const known = name.toLowerCase();
    if (known === 'cookie') return this.#assigned(value, /=([^;]*)/g, 'cookie');
    if (known === 'set-cookie') return this.#assigned(value, /=([^;]*)/, 'cookie');
    if (known.endsWith('signature')) return this.#assigned(value, /(?:^|[=,; ])([\w+/.-]{16,}={0,2})/g, 'signature');
    if (known.endsWith('authorization')) return this.#authorization(value);
    if (known === 'referer' || known === 'location') return this.url(value);
    if (isOpenHeader(name)) return this.text(value);
    const kind = secretKindOf(name);
    // The secrets in a header are hidden in other places, too.
    this.text(value);
    return (kind === null ? this.#formOf(value, 'header') : this.#hide(value, kind)) as Hidden;
  }

  /** An address. */
  url(url: string): Hidden {
    return this.#search.address(url) as Hidden;
  }

  /** Hides secrets in a body. Its MIME type and its content determine how it is searched. */
  body(text: string, mimeType: string): Hidden {
    const isForm = /\bx-www-form-urlencoded\b/i.test(mimeType) && !/^\s*[[{]/.test(text);
    return this.#search.text(isForm ? this.#search.parameters(text) : text) as Hidden;
  }

  /** Hides secrets in a JSON value. */
  value(value: unknown): unknown {
    return this.#search.value(value);
  }

  /** The parameters of a URL whose secrets are already hidden. */
  parametersOf(url: Hidden): { name: Hidden; value: Hidden }[] {
    const parameters = new URLSearchParams(url.split('#', 1)[0]!.split('?').slice(1).join('?'));
    return [...parameters].map(([name, value]) => ({ name: name as Hidden, value: value as Hidden }));
  }

  /**
   * Returns a function that hides the secrets found since the last call in earlier texts; null if no secrets were
   * found.
   */
  news(): ((text: Hidden) => Hidden) | null {
    if (this.#fresh.isEmpty) return null;
    const fresh = this.#fresh;
    this.#fresh = new KnownValues();
    return (text) => fresh.replaceIn(text) as Hidden;
  }

  #authorization(value: string): Hidden {
    const [, scheme, credential = value] = /^([\w-]+) +(.+)$/.exec(value) ?? [];
    if (scheme?.toLowerCase() === 'basic')
      for (const part of userAndPassword(credential)) this.#hide(part, 'authorization');
    // A custom scheme can have parameters.
    this.text(value);
    const shown = this.#hide(credential, 'authorization');
    return (scheme === undefined ? shown : `${scheme} ${shown}`) as Hidden;
  }

  /** Hides the part of a header's value that the pattern captures. A value without such a part is hidden completely. */
  #assigned(value: string, part: RegExp, kind: string): Hidden {
    const shown = value.replace(part, (whole, secret: string) =>
      secret === '' ? whole : whole.slice(0, whole.length - secret.length) + this.#hide(secret, kind),
    );
    return (shown === value && value !== '' ? this.#hide(value, kind) : shown) as Hidden;
  }

  readonly #hide = (secret: string, kind: string): string => {
    const [, scheme, credential = ''] = kind === 'authorization' ? (schemeAndRest.exec(secret) ?? []) : [];
    // The scheme alone is not a secret: it appears before every key.
    if (scheme !== undefined) return scheme + (credential === '' ? '' : this.#hide(credential, kind));
    const value = compact(secret, kind);
    if (isHidden(value) || isTestCredential(value) || (kind === 'bank_account' && !holds(kind, value))) return secret;
    const isNew = !this.#forms.has(value);
    const form = this.#formOf(value, kind);
    if (isNew) for (const part of [value, secret, ...partsOf(secret, kind)]) this.#learn(part, form, kind);
    return form;
  };

  #learn(value: string, form: string, kind: string): void {
    if (!isDistinct(value) || (value.length < shortestNumber && /^\d+$/.test(value))) return;
    // A card number can also occur in its printed form.
    const printed = kind === 'pan' ? [' ', '-'].map((gap) => value.replace(/\d{4}(?=\d)/g, `$&${gap}`)) : [];
    for (const written of new Set([...spellingsOf(value), ...spellingsOf(withoutEscapes(value)), ...printed])) {
      if (written.length < shortestValue) continue;
      this.#known.add(written, form);
      this.#fresh.add(written, form);
    }
  }

  #formOf(value: string, byName: string): string {
    const before = this.#forms.get(value);
    if (before !== undefined) return before;
    const kind = kindOfCredential(value) ?? byName;
    const last4 = lastFourOf(value, kind);
    const alike = `${kind} ${last4}`;
    const number = (this.#alike.get(alike) ?? 0) + 1;
    this.#alike.set(alike, number);
    const form = writeHidden({ kind, last4, number });
    this.#forms.set(value, form);
    return form;
  }
}

/** Decodes a text that JSON writes with escapes. */
function withoutEscapes(written: string): string {
  if (!written.includes('\\')) return written;
  const read = jsonOrText(`"${written}"`);
  return read === `"${written}"` ? written : String(read);
}

const schemeAndRest = /^((?:bearer|basic|digest|negotiate) *)(.*)$/is;

/** Normalizes a secret, so that its different spellings count as the same secret. */
function compact(secret: string, kind: string): string {
  if (kind === 'pan') return /^[\d\s._/+|-]+$/.test(secret) ? digitsIn(secret) : normalizeCardNumber(secret);
  return kind === 'bank_account' ? secret.replace(/[\s.-]/g, '').toUpperCase() : secret;
}

/** The user name and the password of Basic authentication. Either of them can be the key. */
const userAndPassword = (credential: string): string[] =>
  Buffer.from(credential, 'base64')
    .toString('utf8')
    .split(/:(.*)/s)
    .filter((part) => part !== '');

/** The parts of a secret that are secrets themselves: the password in a URL, or the content of a quoted cookie. */
function partsOf(secret: string, kind: string): string[] {
  if (kind === 'user') return [secret.replace(/^[^:]*:/, '')];
  if (kind === 'cookie') return [secret.replace(/^"(.*)"$/, '$1')];
  return kind === 'authorization' ? userAndPassword(secret).slice(1) : [];
}

const digitsIn = (value: string): string => value.replace(/\D/g, '');
function lastFourOf(value: string, kind: string): string | null {
  const isNumber = kind === 'pan' || kind === 'bank_account';
  const last = isNumber ? digitsIn(value).slice(-4) : value.slice(-4);
  return (isNumber || value.length >= shortestShown) && /^[\w-]{4}$/.test(last) ? last : null;
}
