// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Makes stored text safe for a terminal but keeps its lines: only newlines can move the cursor. */
export const cleanLines = (text: string): string =>
  text.replaceAll('\t', ' ').replaceAll('\r\n', '\n').replace(controls, '');

const escapeSign = String.fromCharCode(27);
/** A style that this program sets. */
const ownStyle = new RegExp(`(${escapeSign}\\[(?:0|1|2|31|32|33|36)m)`);

/**
 * Makes styled text safe for a terminal: keeps the styles of this program, and removes all other control characters.
 */
export const cleanStyled = (text: string): string =>
  text
    .split(ownStyle)
    .map((part, at) => (at % 2 === 1 ? part : cleanLines(part)))
    .join('');

const printableAscii = /^[ -~]*$/;

/** Makes stored text safe for a terminal: it cannot move the cursor, set colors or change the reading direction. */
export const clean = (text: string): string =>
  printableAscii.test(text) ? text : cleanLines(text.replace(/[\r\n]/g, ' '));

/** The width of sentences, in characters. */
const reportWidth = 100;

/** A sentence in lines, each indented; `first` replaces the first indent. Only a word that needs a longer line is cut. */
export function wrapped(text: string, indent: string, first = indent): string[] {
  const width = reportWidth - indent.length;
  const lines: string[] = [''];
  for (const each of clean(text).split(' ')) {
    const word = each.length > width ? `${each.slice(0, width - 1)}…` : each;
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

/** Makes JSON text safe for a terminal: control characters except newlines become JSON escapes. */
export const escapeControls = (json: string): string =>
  json.replace(controls, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Formats a value as JSON that is safe for a terminal, and escapes control characters that JSON permits. */
export const safeJson = (value: unknown, indent?: number): string =>
  escapeControls(JSON.stringify(value, null, indent) ?? 'null');

/** Formats an ISO 8601 instant in UTC as `2026-03-01 09:14:22Z`. */
export const instant = (iso: string | null | undefined): string =>
  iso == null ? '-' : `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`;

/** A number of bytes as people read it: `640 KB`, `12.5 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${Number((bytes / 1_000_000).toFixed(1))} MB`;

/** A count with its noun: `1 event`, `2 events`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** The properties of a request with fields that its operation does not know. */
interface PartlyRead {
  readonly unknown_fields: readonly string[];
  readonly refusal: { readonly code: string | null } | null;
}

/**
 * Says how the emulator treated the request fields that the operation does not know: `ignored: amuont`, or `refused:
 * amuont` if the emulator is strict. Null if the operation knows all fields.
 */
export function unknownFieldsText({ unknown_fields, refusal }: PartlyRead): string | null {
  if (unknown_fields.length === 0) return null;
  return `${refusal?.code === 'parameter_unknown' ? 'refused' : 'ignored'}: ${unknown_fields.join(', ')}`;
}

/** The properties of an object after an action. */
interface Became {
  readonly status: string | null;
  readonly moved: { readonly from: string | null; readonly to: string; readonly code: string | null } | null;
}

/**
 * The state that an action led to: its API status, with the substate and the reason code in parentheses: `failed
 * (M004)`, `paid (returned, R03)`.
 */
export function reachedState({ status, moved }: Became): string {
  if (moved === null) return status ?? '';
  const { to, code } = moved;
  const finer = [status === null || status === to ? null : to, code].filter((part) => part !== null);
  return `${status ?? to}${finer.length === 0 ? '' : ` (${finer.join(', ')})`}`;
}

const inBrackets = (code: string | null): string => (code === null ? '' : ` (${code})`);

/** States that an object reaches without an actor, so that the sentence needs no `was`. */
const ownDoings: ReadonlySet<string> = new Set(['failed', 'expired', 'lapsed']);

/** The last change of an object, in words: `was returned (R03)`, `failed (M004)`, `is pending`. */
export function becameWords({ status, moved }: Became): string {
  if (moved === null) return `is ${(status ?? 'made').replaceAll('_', ' ')}`;
  const { from, to, code } = moved;
  const state = to.replaceAll('_', ' ');
  const why = inBrackets(code);
  if (from === null) return `is ${state}${why}`;
  if (from === to) return `is still ${state}${why}`;
  if (ownDoings.has(to)) return `${state}${why}`;
  return /ed$|^(paid|sent|won|lost)$/.test(to) ? `was ${state}${why}` : `is ${state} now${why}`;
}

/** The reasons why an event was not sent to any endpoint. */
export const unsentTexts = {
  no_endpoint: 'not sent: the workspace has no endpoint',
  history: 'not sent: the event is part of the history that the fixture created',
  disabled: 'not sent: the endpoint that subscribes to this event is disabled',
  not_subscribed: 'not sent: no endpoint subscribes to this event',
  profile: 'not sent: according to the profile, the service does not send this event',
} as const;
/**
 * Formats milliseconds as a duration: `12d 4h`, `4m 12s`.
 * @param units the maximum number of adjacent units in the text
 */
export function spell(milliseconds: number, units = 2): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0s';
  return parts
    .slice(first, first + units)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

/** A line with its child lines. */
export interface Branch {
  text: string;
  below: Branch[];
}

/** Formats a tree as lines, with stems for the branches. */
export function linesOf(branches: readonly Branch[], stem: string): string[] {
  return branches.flatMap(({ text, below }, at) => {
    const isLast = at === branches.length - 1;
    return [`${stem}${isLast ? '└─' : '├─'} ${text}`, ...linesOf(below, `${stem}${isLast ? '   ' : '│  '}`)];
  });
}

interface Format {
  readonly of: Intl.NumberFormat;
  /** The number of decimal places of the currency. */
  readonly digits: number;
}

const formats = new Map<string, Format>();

/** @throws RangeError if the currency code is invalid */
function formatOf(currency: string): Format {
  let format = formats.get(currency);
  if (format === undefined) {
    const of = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    format = { of, digits: of.resolvedOptions().maximumFractionDigits ?? 2 };
    formats.set(currency, format);
  }
  return format;
}

/** Formats an amount in a currency's minor units: `$1,234.50`, `CHF 12.00`. */
export function amount(cents: unknown, currency: unknown = 'USD'): string {
  if (typeof cents !== 'number' || typeof currency !== 'string') return '';
  try {
    const { of, digits } = formatOf(currency);
    return of.format(cents / 10 ** digits).replaceAll('\u00a0', ' ');
  } catch {
    return `${cents} ${currency}`;
  }
}

/** The number of decimal places of a currency's amounts. @throws RangeError if the currency code is invalid */
export const decimalsOf = (currency: string): number => formatOf(currency).digits;

/**
 * Formats a field's value for a sentence: strings without quotes, `none` for a missing value, and JSON for all other
 * values.
 */
export const fieldText = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the position, or the previous position if this one would split a code point. */
export function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && at > 0 ? at - 1 : at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys control characters during a paste
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+-*/g;

/**
 * Characters that single quotes cannot contain in every shell. These are quotes (in PowerShell also the typographic
 * ones), and a backslash before another backslash, which fish joins, or before the closing quote. PowerShell treats
 * each quoted part as a word. Dashes after such a character therefore belong to the same quoted part: the next part
 * would otherwise start with a dash, like an option.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the quotation ends before control characters
const unheld = /['\u2018-\u201b]+-*|\\(?=[\\'\u2018-\u201b\u0000-\u0009\u000b-\u001f\u007f-\u009f]|$)/g;

/**
 * A word that needs no quotes. PowerShell splits a text with a comma into two words, and treats a text that starts
 * with "@" as a variable.
 */
const plainWord = /^[\w%+:./-][\w@%+=:./-]*$/;

/** A Windows path without characters that a shell changes between double quotes. */
const windowsPath = /^[a-z]:(?:\\[\p{L}\p{N}_ .()-]+)+$/iu;

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/**
 * Quotes a value as one word of a command that a user pastes. No shell executes any part of the value, and sh, bash,
 * zsh and fish read the value unchanged. The word contains no control characters, because a terminal would obey them
 * during the paste, and Ctrl-C would end the quoted part. Instead, `printf` produces the control characters.
 */
export function quoted(value: string): string {
  if (plainWord.test(value)) return value;
  // `cmd.exe` supports only double quotes, and the other shells also accept such a path between them.
  if (windowsPath.test(value)) return `"${value}"`;
  const held = value
    .replace(unheld, (found) => `'"${found === '\\' ? '\\\\' : found}"'`)
    .replace(obeyed, (found) => `'"$(printf '${octal(found)}')"'`);
  return `'${held}'`;
}

/** Escapes a text as Markdown on one line, so that it is displayed literally, even in tables. */
export const markdownText = (text: string): string =>
  clean(text).replace(/[\\`*_[\]<>|#~&]/g, (found) => `&#${found.charCodeAt(0)};`);

/** Escapes a text like `markdownText`, and formats it as code. */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;
