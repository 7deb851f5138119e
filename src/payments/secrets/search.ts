import { isNestedDeeper } from '../../core/base/json-depth.ts';
import { isObject } from '../../core/base/json-values.ts';
import { normalizeCardNumber } from '../simulation/card-numbers.ts';
import { findTestCard } from '../simulation/cards.ts';
import { isTestCredential } from '../simulation/wallet-credentials.ts';
import { hideAssignments } from './assignments.ts';
import { isBinary, printable } from './binary.ts';
import { hideDecoded, hideInWords, type Unpack } from './decoding.ts';
import { decodeParameters } from './fields.ts';
import { isHidden } from './hidden-form.ts';
import { hideIbans } from './iban.ts';
import { kindOfField, namedPair, wrapped } from './named-values.ts';
import { isPlainValue } from './own-credentials.ts';
import { hideKeys, hidePrivateKeys, hideSchemes, hideUsers } from './patterns.ts';
import { hideCards, isForeignCard, splitCardIn } from './printed-cards.ts';
import { replaceRuns } from './runs.ts';
import type { Replace } from './sensitive-names.ts';
import { hasMoreNames, hideInMarkup, hideInParts, hideInTable } from './structures.ts';

/** How a search treats the secrets that it finds. */
export interface SearchStyle {
  /** Returns the replacement of a secret, or the secret itself if it is not hidden. */
  readonly replace: Replace;
  /** Replaces the emulator's own credentials in a text. */
  readonly credentials?: (text: string) => string;
  /** Replaces known secrets in each decoded text. */
  readonly known?: (text: string) => string;
  /** Decompresses bytes, which is not possible in a browser. */
  readonly unpack?: Unpack;
}

/** The maximum nesting depth of JSON. Text with a greater depth is treated as unstructured. */
const deepestJson = 64;
/** The maximum number of nested encodings in a text. A form in JSON in Base64 has three. */
const deepest = 8;
/** The limit for decoding a text: a multiple of its length, plus a number of characters. */
const mostTimes = 6;
const mostMore = 2_000_000;

/** A shorter text cannot contain a secret with a recognizable form, unless it contains one of these characters. */
const shortest = 12;
const telling = /[=:<%\\&\0]/;
const wordy = /[\w.+/-]{12}|\d|[=:<%\\&\0]|[^\0-\x7f]/;

/** A text without any of these characters is a single value, or words. */
const structured = /[=:<%\\&\0\n]|[^\0-\x7f]/;

/** Object ids and instants, which are the most frequent texts. */
const plain = /^(?!pat|emu|ptok)[a-z]{2,4}_[0-9A-Za-z]{20}$|^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/;
const longestPlain = 30;

const mayBeJson = /^\s*[[{"]/;
const jsonLine = /^(?:data: ?)?\s*[[{]/;
const address = /\bhttps?:\/\/[^\s"'<>\\]+/gi;
const form = /^[\w.%[\]-]{1,200}=[^\s{}<>";]*$/;
/** Encodes the characters that separate parameters, in a text that is not marked as parameters. */
const writePlainly = (shown: string): string => shown.replace(/[&%+#\s]/g, encodeURIComponent);

/**
 * Finds and replaces secrets in transmitted data. A text is decoded as far as possible (JSON, forms, URLs, parts,
 * markup, tables, Base64, escapes). Each value is judged by its name and its form. The text is only rewritten where a
 * secret was found. The search runs in linear time, with limits for the depth and the size of decoded data.
 */
export class Search {
  readonly #style: SearchStyle;
  readonly #kinds = new Map<string, string | null>();
  /**
   * The texts that this search has read and found to contain no secrets, with their depth. Different encodings of a
   * text often lead to the same text.
   */
  readonly #clean = new Map<string, number>();
  #depth = 0;
  /** The number of characters that can still be decoded. */
  #left = 0;
  /** The number of names in the objects that were searched. */
  #names = 0;

  constructor(style: SearchStyle) {
    this.#style = style;
  }

  /** Hides the secrets in a text of any kind. */
  text(text: string): string {
    if (this.#depth === 0) this.#left = text.length * mostTimes + mostMore;
    const known = this.#style.known?.(text) ?? text;
    if (known.length < longestPlain && plain.test(known)) return known;
    if (known.length < shortest ? !telling.test(known) : !wordy.test(known)) return known;
    if ((this.#clean.get(known) ?? deepest) <= this.#depth) return known;
    this.#left -= known.length;
    if (this.#depth >= deepest || this.#left < 0) return this.#byForm(known);
    this.#depth++;
    try {
      return this.#json(known) ?? this.#lines(known) ?? this.#unstructured(known);
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#clean.clear();
    }
  }

  /** Hides the secrets in a decoded text. */
  readonly #decoded = (text: string): string => {
    const shown = this.text(text);
    if (shown === text && this.#left >= 0) this.#clean.set(text, this.#depth);
    return shown;
  };

  /**
   * Hides the secrets in a JSON value; returns the same value if it contains none. @param name the name of the field
   * that contains the value
   */
  value(value: unknown, name = ''): unknown {
    const shown = this.#named(name, value);
    if (shown !== null) return shown;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (Array.isArray(value)) return this.#list(value, name);
    return isObject(value) ? this.#object(value, name) : value;
  }

  /** Hides the secrets in a URL. */
  address(url: string, write: (shown: string) => string = encodeShown): string {
    const at = url.search(/[?#]/);
    const path = at === -1 ? url : url.slice(0, at);
    const decoded = decodeParameters(path);
    const shown = this.text(decoded);
    // If the decoded text contained a secret, the path is replaced with the result.
    const shownPath = shown === decoded ? path : write(shown);
    if (at === -1) return shownPath;
    const parts = url.slice(at).split(/([?#])/);
    return shownPath + parts.map((part, index) => (index % 2 === 0 ? this.parameters(part, write) : part)).join('');
  }

  /** Hides the secrets in the parameters of a URL or a form. All other parameters keep their original spelling. */
  parameters(text: string, write: (shown: string) => string = encodeURIComponent): string {
    const parts = text.split('&').map((part) => {
      const name = part.split('=', 1)[0]!;
      const hasValue = name.length < part.length;
      return { part, name, value: hasValue ? decodeParameters(part.slice(name.length + 1)) : null };
    });
    const split = splitCardIn(parts.map(({ value }) => value));
    return parts
      .map(({ part, name, value }, at) => {
        const decoded = decodeParameters(name);
        const shownName = this.text(decoded);
        const written = shownName === decoded ? name : write(shownName);
        if (value === null) return written;
        if (split !== null && at >= split.from && at < split.to)
          return `${written}=${write(this.#style.replace(split.digits, 'pan'))}`;
        const shown = this.value(value, lastNameOf(decoded));
        return shown === value ? written + part.slice(name.length) : `${written}=${write(String(shown))}`;
      })
      .join('&');
  }

  #kindOf(name: string): string | null {
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const kind = kindOfField(name);
    if (this.#kinds.size < mostNames && name.length <= longestName) this.#kinds.set(name, kind);
    return kind;
  }

  /** The replacement of a value whose name indicates a secret; null if the value is not a secret. */
  #named(name: string, value: unknown): string | null {
    const kind = name === '' ? null : this.#kindOf(name);
    if (kind === null || !holds(kind, value)) return null;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return this.#style.replace(text, kind === 'account' ? 'bank_account' : kind);
  }

  #number(value: number): unknown {
    const text = String(value);
    const known = this.#style.known?.(text) ?? text;
    const shown = known === text && isForeignCard(text) ? this.#style.replace(text, 'pan') : known;
    return shown === text ? value : shown;
  }

  #list(list: readonly unknown[], name: string): unknown[] {
    const split = splitCardIn(list);
    const isOfPairs = list.length % 2 === 0 && list.every((each) => typeof each === 'string');
    const shown = list.map((each, at) => {
      if (split !== null && at >= split.from && at < split.to) return this.#style.replace(split.digits, 'pan');
      const before = isOfPairs && at % 2 === 1 ? String(list[at - 1]) : '';
      // A list can contain names and values in turn; a list of words does not.
      if (before !== '' && !/^[A-Za-z_-]{0,24}$/.test(String(each)) && this.#kindOf(before) !== null)
        return this.value(each, before);
      return this.value(each, typeof each === 'string' ? this.#ofItem(name) : name);
    });
    return shown.some((each, at) => each !== list[at]) ? shown : (list as unknown[]);
  }

  /** The name of an item in a list: `token` for a list with the name `tokens`. */
  #ofItem(name: string): string {
    return name.endsWith('s') && this.#kindOf(name) === null ? name.slice(0, -1) : name;
  }

  #object(object: Readonly<Record<string, unknown>>, name: string): unknown {
    const pair = namedPair(object, (each) => this.#kindOf(each) !== null);
    const outer = name === '' ? null : this.#kindOf(name);
    const entries = Object.entries(object);
    this.#names += entries.length;
    const split = splitCardIn(entries.map(([, each]) => each));
    let isChanged = false;
    const shown = entries.map(([field, each], at): [string, unknown] => {
      const within = pair?.field === field ? pair.name : outer === null ? field : wrapped(name, outer, field);
      const isPart = split !== null && at >= split.from && at < split.to;
      const hidden = isPart ? this.#style.replace(split.digits, 'pan') : this.value(each, within);
      const shownField = this.text(field);
      isChanged ||= hidden !== each || shownField !== field;
      return [shownField, hidden];
    });
    return isChanged ? Object.fromEntries(shown) : object;
  }

  /** Hides the secrets in a JSON text; null if the text is not JSON. */
  #json(text: string): string | null {
    if (!mayBeJson.test(text) || isNestedDeeper(text, deepestJson)) return null;
    let value: unknown;
    try {
      value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    } catch {
      return null;
    }
    const around = this.#names;
    this.#names = 0;
    const shown = this.value(value);
    const isAsRead = shown === value && !hasMoreNames(text, this.#names) && !plainEscape.test(text);
    this.#names = around;
    return isAsRead ? text : JSON.stringify(shown);
  }

  /** Hides the secrets in lines of JSON, including server-sent events; null if the text contains no such lines. */
  #lines(text: string): string | null {
    if (!text.includes('\n')) return null;
    const lines = text.split('\n');
    let read = 0;
    const shown = lines.map((line) => {
      const from = jsonLine.test(line) ? line.search(/[[{]/) : -1;
      const json = from === -1 ? null : this.#json(line.slice(from).replace(/\r$/, ''));
      if (json === null) return line;
      read++;
      return line.slice(0, from) + json + (line.endsWith('\r') ? '\r' : '');
    });
    return read === 0 ? null : this.#unstructured(shown.join('\n'));
  }

  #unstructured(text: string): string {
    const unpack = this.#style.unpack ?? nothingPacked;
    if (!structured.test(text)) return hideInWords(this.#byForm(text), this.#decoded, unpack);
    const named = (name: string, value: string): string | null => {
      const shown = this.value(value, name);
      return shown === value ? null : String(shown);
    };
    let shown = hideInParts(text, named);
    shown = hideInMarkup(shown, named);
    shown = hideInTable(shown, (name) => this.#kindOf(name) !== null, named);
    if (form.test(shown)) shown = this.parameters(shown, writePlainly);
    else if (shown.includes('://')) shown = shown.replace(address, (url) => this.#inText(url));
    if (isBinary(shown)) return replaceRuns(shown, printable, (run) => this.text(run));
    return hideDecoded(this.#byForm(shown), this.#decoded, unpack);
  }

  /** Hides the secrets in a URL within a text. The URL can end with punctuation of the text. */
  #inText(url: string): string {
    const at = url.search(/[?#]/);
    return at === -1 ? url : url.slice(0, at) + this.address(url.slice(at), (shown) => shown);
  }

  /** Hides secrets that have a recognizable form, and values that follow a name in a text. */
  #byForm(text: string): string {
    const { replace, credentials, known } = this.#style;
    const open = hideSchemes(hideUsers(hidePrivateKeys(text, replace), replace), replace);
    const own = credentials?.(open) ?? open;
    const named = hideAssignments(own, replace, (name) => this.#kindOf(name), holds);
    const shown = hideCards(hideIbans(hideKeys(named, replace), replace), replace);
    return shown === text ? text : (known?.(shown) ?? shown);
  }
}

const nothingPacked: Unpack = () => null;

/** The maximum number of names whose kinds a search caches. */
const mostNames = 10_000;
/** A longer name is not cached, to save memory. */
const longestName = 80;

/** An unnecessary JSON escape, which could hide a value from a search. */
const plainEscape = /\\u00(?:[3-7][0-9a-f]|2[013-9a-bd-f])/i;

const encodeShown = (shown: string): string => encodeURI(shown);

/** In `card[number]` and `card.number`, the last name describes the value. */
const lastNameOf = (name: string): string => name.match(/[\w-]+/g)?.at(-1) ?? '';

/** Values that are not secrets: they say that a value is missing, or which value is expected. */
const saying = /^(?:true|false|null|none|undefined|nil|required|missing|invalid|expired|pass|fail|yes|no)$/i;

const digitsIn = (value: string): string => value.replace(/\D/g, '');
const accountNumber = /^\s*(?:[A-Za-z]{2}\d{2}[\sA-Za-z0-9.-]{8,60}|[\d\s./-]+)\s*$/;

/** Whether a value with a secret name is really a secret: it must not be masked, published or empty. */
export function holds(kind: string, value: unknown): boolean {
  if (kind === 'wallet') return value !== null && value !== '' && value !== undefined && !isTestCredential(value);
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (text === '' || saying.test(text) || isPlainValue(text) || isHidden(text) || isTestCredential(text)) return false;
  const digits = digitsIn(text).length;
  switch (kind) {
    case 'cvc':
      return digits > 0;
    case 'pass':
      return typeof value === 'string' && !/^\d{1,3}$/.test(text);
    case 'bank_account':
      return digits > 4;
    case 'account':
      return digits > 5 && accountNumber.test(text);
    case 'ssn':
      return digits === 9;
    case 'pan':
      return digits >= 12 && findTestCard(normalizeCardNumber(text)) === undefined;
    case 'session':
    case 'signature':
    case 'nonce':
    case 'assertion':
      // A number with such a name is a count.
      return typeof value === 'string';
    default:
      return true;
  }
}
