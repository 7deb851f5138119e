import { isNestedDeeper } from '../../core/base/json-depth.ts';
import { jsonOrText } from '../../core/base/json-values.ts';
import { kindOfCredential, replaceCredentials } from '../../core/kernel/credentials.ts';
import { normalizeCardNumber } from '../simulation/card-numbers.ts';
import { findTestCard } from '../simulation/cards.ts';
import { maskCardNumbers } from '../simulation/masking.ts';
import { isTestCredential } from '../simulation/wallet-credentials.ts';
import { spellingsOf } from './encodings.ts';
import { decodeParameters, replaceFields, replaceParameters } from './fields.ts';
import { isHidden, writeHidden } from './hidden-form.ts';
import { hideByLook, isDistinct, isHiddenField, secretsOfEnvironment, shortestValue } from './hide.ts';
import { KnownValues } from './known-values.ts';
import { isPlainValue } from './own-credentials.ts';
import { isOpenHeader, type PaymentKind, paymentKindOf, secretKindOf } from './sensitive-names.ts';

declare const hidden: unique symbol;
/** A text without secrets, which only `HiddenTexts` makes. */
export type Hidden = string & { readonly [hidden]: true };

/** A shorter secret does not show its last four characters, because they would be too large a part of it. */
const shortestShown = 16;
/** A shorter number may be a number of anything. */
const shortestNumber = 9;
/** How deep the JSON of a body may be nested; a deeper body is hidden as a text. */
const deepest = 64;

/**
 * Hides the secrets of a conversation. Each secret is replaced by the form of `hidden-form.ts`, and is remembered:
 * wherever it appears again, in any spelling, it is hidden too. Published test numbers stay.
 */
export class HiddenTexts {
  readonly #forms = new Map<string, string>();
  /** How many secrets have a kind and last four characters in common. */
  readonly #alike = new Map<string, number>();
  readonly #known = new KnownValues();
  #fresh = new KnownValues();

  /** @param environment the variables whose secrets are hidden from the beginning */
  constructor(environment: Readonly<Record<string, string | undefined>> = {}) {
    for (const secret of secretsOfEnvironment(environment)) this.#hide(secret, 'secret');
  }

  /** Any text: secrets that a pattern or a name before them shows. */
  text(text: string): Hidden {
    const known = this.#known.replaceIn(text);
    const shown = hideByLook(
      replaceCredentials(known, (credential) => this.#hide(credential, 'key')),
      this.#hide,
      kindInText,
    );
    return this.#known.replaceIn(maskCardNumbers(shown, (digits) => this.#hide(digits, 'pan'))) as Hidden;
  }

  /** The value of a header. A header that is not known to be harmless is hidden whole. */
  header(name: string, value: string): Hidden {
    const known = name.toLowerCase();
    if (known === 'cookie') return this.#assigned(value, /=([^;]*)/g, 'cookie');
    if (known === 'set-cookie') return this.#assigned(value, /=([^;]*)/, 'cookie');
    if (known.endsWith('signature')) return this.#assigned(value, /(?:^|[=,; ])([\w+/.-]{16,}={0,2})/g, 'signature');
    if (known.endsWith('authorization')) return this.#authorization(value);
    if (isOpenHeader(name)) return this.text(value);
    const kind = secretKindOf(name);
    return (kind === null ? this.#formOf(value, 'header') : this.#hide(value, kind)) as Hidden;
  }

  /** An address. */
  url(url: string): Hidden {
    const at = url.indexOf('?');
    const path = at === -1 ? url : url.slice(0, at);
    const decoded = decodeParameters(path);
    const shown = this.text(decoded);
    // What the encoding hid is shown decoded.
    const shownPath = shown === decoded ? path : encodeURI(shown);
    return (at === -1 ? shownPath : `${shownPath}?${this.#parameters(url.slice(at + 1))}`) as Hidden;
  }

  /** A body: JSON and forms are hidden by the names of their fields, everything by its look. */
  body(text: string, mimeType: string): Hidden {
    if (/\bx-www-form-urlencoded\b/i.test(mimeType)) return this.#parameters(text);
    if (!isJson.test(text) || isNestedDeeper(text, deepest)) return this.text(text);
    try {
      let isChanged = false;
      const value = replaceFields(JSON.parse(text), (name, inner) => {
        const replaced = this.#field(name, inner);
        isChanged ||= replaced !== undefined;
        return replaced;
      });
      return this.text(isChanged ? JSON.stringify(value) : text);
    } catch {
      return this.text(text);
    }
  }

  /** The parameters of a hidden address. */
  parametersOf(url: Hidden): { name: Hidden; value: Hidden }[] {
    const parameters = new URLSearchParams(url.split('#', 1)[0]!.split('?').slice(1).join('?'));
    return [...parameters].map(([name, value]) => ({ name: name as Hidden, value: value as Hidden }));
  }

  /** Hides, in texts that were made before, what has become known since the last call; null: nothing has. */
  news(): ((text: Hidden) => Hidden) | null {
    if (this.#fresh.isEmpty) return null;
    const fresh = this.#fresh;
    this.#fresh = new KnownValues();
    return (text) => fresh.replaceIn(text) as Hidden;
  }

  #authorization(value: string): Hidden {
    const [, scheme, credential = value] = /^([\w-]+) +(.+)$/.exec(value) ?? [];
    if (scheme?.toLowerCase() === 'basic') {
      // The key is the user or the password.
      const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(credential, 'base64').toString('utf8'))!;
      for (const part of [user, password]) if (part !== '') this.#hide(part, 'authorization');
    }
    const shown = this.#hide(credential, 'authorization');
    return (scheme === undefined ? shown : `${scheme} ${shown}`) as Hidden;
  }

  /** Hides the part of a header's value that the pattern captures; a value without such a part is hidden whole. */
  #assigned(value: string, part: RegExp, kind: string): Hidden {
    const shown = value.replace(part, (whole, secret: string) =>
      secret === '' ? whole : whole.slice(0, whole.length - secret.length) + this.#hide(secret, kind),
    );
    return (shown === value && value !== '' ? this.#hide(value, kind) : shown) as Hidden;
  }

  #parameters(parameters: string): Hidden {
    const shown = replaceParameters(parameters, (name, value) => {
      const shown = this.#field(name, value) ?? this.text(value);
      return shown === value ? undefined : encodeURIComponent(shown);
    });
    return this.text(shown);
  }

  #field(name: string, value: unknown): string | undefined {
    if (isHidden(value)) return undefined;
    // A text may be JSON itself.
    if (typeof value === 'string' && isJson.test(value)) {
      const shown = this.body(value, '');
      return shown === value ? undefined : shown;
    }
    const paid = paymentKindOf(name);
    if (paid !== null) return pays(paid, value) ? this.#hide(textOf(value), paid) : undefined;
    return isHiddenField(name, value) ? this.#hide(String(value), secretKindOf(name)!) : undefined;
  }

  readonly #hide = (secret: string, kind: string): string => {
    const value = kind === 'pan' ? normalizeCardNumber(secret) : secret;
    // A scheme alone is no secret, and stands before every key.
    if (kind === 'authorization' && /^(?:bearer|basic|digest|negotiate)? *$/i.test(value)) return value;
    if (isHidden(value) || isTestCredential(value) || (kind === 'bank_account' && !pays(kind, value))) return value;
    const isNew = !this.#forms.has(value);
    const form = this.#formOf(value, kind);
    if (isNew && isDistinct(value) && (value.length >= shortestNumber || !/^\d+$/.test(value)))
      this.#learn(value, form, kind);
    return form;
  };

  #learn(value: string, form: string, kind: string): void {
    // A card number is also written as it is printed.
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

/** The beginning of a text that may be JSON. */
const isJson = /^\s*[[{]/;

/** In a text that is no JSON, names also tell bank accounts. Card numbers are told by their digits. */
const kindInText = (name: string): string | null => {
  const paid = paymentKindOf(name);
  return paid === 'bank_account' || paid === 'cvc' ? paid : secretKindOf(name);
};

/** The text that JSON writes with escapes. */
function withoutEscapes(written: string): string {
  if (!written.includes('\\')) return written;
  const read = jsonOrText(`"${written}"`);
  return read === `"${written}"` ? written : String(read);
}

const digitsIn = (value: string): string => value.replace(/\D/g, '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a field that may pay holds what pays: no published test number, and nothing that is masked already. */
function pays(kind: PaymentKind, value: unknown): boolean {
  if (kind === 'wallet') return value !== null && value !== '' && !isTestCredential(value);
  // The vault answers with an alias in the place of a number.
  if ((typeof value !== 'string' && typeof value !== 'number') || isPlainValue(String(value))) return false;
  const digits = digitsIn(String(value));
  if (kind === 'cvc') return digits !== '';
  if (kind === 'bank_account') return digits.length > 4;
  return digits.length >= 12 && findTestCard(normalizeCardNumber(String(value))) === undefined;
}

function lastFourOf(value: string, kind: string): string | null {
  const isNumber = kind === 'pan' || kind === 'bank_account';
  const last = isNumber ? digitsIn(value).slice(-4) : value.slice(-4);
  return (isNumber || value.length >= shortestShown) && /^[\w-]{4}$/.test(last) ? last : null;
}
