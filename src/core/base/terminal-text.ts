// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Makes stored text safe for a terminal but keeps its lines: newlines alone move the cursor. */
export const cleanLines = (text: string): string =>
  text.replaceAll('\t', ' ').replaceAll('\r\n', '\n').replace(controls, '');

const escapeSign = String.fromCharCode(27);
/** A style that this program sets. */
const ownStyle = new RegExp(`(${escapeSign}\\[(?:0|1|2|31|32|33|36)m)`);

/** Makes text with styles safe for a terminal: the styles of this program stay, all other control characters go. */
export const cleanStyled = (text: string): string =>
  text
    .split(ownStyle)
    .map((part, at) => (at % 2 === 1 ? part : cleanLines(part)))
    .join('');

const printableAscii = /^[ -~]*$/;

/** Makes stored text safe for a terminal: it cannot move the cursor, set colors or change the reading direction. */
export const clean = (text: string): string =>
  printableAscii.test(text) ? text : cleanLines(text.replace(/[\r\n]/g, ' '));

/** Makes JSON text safe for a terminal: control characters except newlines become JSON escapes. */
export const escapeControls = (json: string): string =>
  json.replace(controls, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes a value as JSON that is safe for a terminal, including control characters that JSON permits. */
export const safeJson = (value: unknown, indent?: number): string =>
  escapeControls(JSON.stringify(value, null, indent) ?? 'null');

/** An ISO 8601 instant in UTC as `2026-03-01 09:14:22Z`. */
export const instant = (iso: string | null | undefined): string =>
  iso == null ? '-' : `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`;

/** A count and its noun: `1 event`, `2 events`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** The facts about a request with fields that its operation did not read. */
interface PartlyRead {
  readonly unknown_fields: readonly string[];
  readonly refusal: { readonly code: string | null } | null;
}

/**
 * The fate of the fields of a request that its operation does not know: `ignored: amuont`, or `refused: amuont` by a
 * strict emulator; null: the operation knows all fields.
 */
export function unknownFieldsText({ unknown_fields, refusal }: PartlyRead): string | null {
  if (unknown_fields.length === 0) return null;
  return `${refusal?.code === 'parameter_unknown' ? 'refused' : 'ignored'}: ${unknown_fields.join(', ')}`;
}

/** The facts about an object after an action. */
interface Became {
  readonly status: string | null;
  readonly moved: { readonly from: string | null; readonly to: string; readonly code: string | null } | null;
}

/**
 * The state to which an action led, as the API shows it, with a finer state and the reason code in brackets: `failed
 * (M004)`, `paid (returned, R03)`.
 */
export function reachedState({ status, moved }: Became): string {
  if (moved === null) return status ?? '';
  const { to, code } = moved;
  const finer = [status === null || status === to ? null : to, code].filter((part) => part !== null);
  return `${status ?? to}${finer.length === 0 ? '' : ` (${finer.join(', ')})`}`;
}

const inBrackets = (code: string | null): string => (code === null ? '' : ` (${code})`);

/** States that are changes by the object itself, so that a sentence needs no `was`. */
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

/** The reasons why an event was sent to no endpoint. */
export const unsentTexts = {
  no_endpoint: 'not sent: there is no endpoint',
  history: 'not sent: it is history of the fixture',
  disabled: 'not sent: the endpoint that subscribes to it is disabled',
  not_subscribed: 'not sent: no endpoint subscribes to it',
  profile: 'not sent: the service has no such event, by the profile',
} as const;
/**
 * Milliseconds in words: `12d 4h`, `4m 12s`.
 * @param units the most adjacent units in the text
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

/** A tree as lines, with stems for the branches. */
export function linesOf(branches: readonly Branch[], stem: string): string[] {
  return branches.flatMap(({ text, below }, at) => {
    const isLast = at === branches.length - 1;
    return [`${stem}${isLast ? '└─' : '├─'} ${text}`, ...linesOf(below, `${stem}${isLast ? '   ' : '│  '}`)];
  });
}

interface Format {
  readonly of: Intl.NumberFormat;
  /** The decimals of the currency. */
  readonly digits: number;
}

const formats = new Map<string, Format>();

/** @throws RangeError for an invalid currency code */
function formatOf(currency: string): Format {
  let format = formats.get(currency);
  if (format === undefined) {
    const of = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    format = { of, digits: of.resolvedOptions().maximumFractionDigits ?? 2 };
    formats.set(currency, format);
  }
  return format;
}

/** An amount in a currency's minor units: `$1,234.50`, `CHF 12.00`. */
export function amount(cents: unknown, currency: unknown = 'USD'): string {
  if (typeof cents !== 'number' || typeof currency !== 'string') return '';
  try {
    const { of, digits } = formatOf(currency);
    return of.format(cents / 10 ** digits).replaceAll('\u00a0', ' ');
  } catch {
    return `${cents} ${currency}`;
  }
}

/** The decimals of a currency's amounts. @throws RangeError for an invalid currency code */
export const decimalsOf = (currency: string): number => formatOf(currency).digits;

/** A field's value within a sentence: texts without quotes, `none` for a missing value, otherwise JSON. */
export const fieldText = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

/** The given position, or the position before if the given position would split a code point. */
export function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && at > 0 ? at - 1 : at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys control characters during a paste
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+-*/g;

/**
 * Signs that single quotation marks cannot contain in every shell: quotation marks (in PowerShell also the typographic
 * marks), and a backslash before another backslash, which fish joins, or before the closing mark. PowerShell takes each
 * quotation for a word. Dashes after a sign therefore belong to its quotation: otherwise the next quotation would begin
 * with a dash, as an option does.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the quotation ends before control characters
const unheld = /['\u2018-\u201b]+-*|\\(?=[\\'\u2018-\u201b\u0000-\u0009\u000b-\u001f\u007f-\u009f]|$)/g;

/**
 * A word that needs no quotation. PowerShell makes two words of a text with a comma, and takes a text that begins with
 * an
 * @ for a variable.
 */
const plainWord = /^[\w%+:./-][\w@%+=:./-]*$/;

/** A path of Windows without signs that a shell changes between double quotation marks. */
const windowsPath = /^[a-z]:(?:\\[\p{L}\p{N}_ .()-]+)+$/iu;

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/**
 * A value as one word of a command that a user pastes: no shell runs any part of the value. sh, bash, zsh and fish read
 * the value itself. The word has no control character, because a terminal would obey it during the paste, and Ctrl-C
 * would end the quotation; `printf` makes the control characters.
 */
export function quoted(value: string): string {
  if (plainWord.test(value)) return value;
  // `cmd.exe` knows only double marks, and the other shells read such a path between them as well.
  if (windowsPath.test(value)) return `"${value}"`;
  const held = value
    .replace(unheld, (found) => `'"${found === '\\' ? '\\\\' : found}"'`)
    .replace(obeyed, (found) => `'"$(printf '${octal(found)}')"'`);
  return `'${held}'`;
}

/** A text as Markdown that shows it unchanged, in one line and without its markup, in tables as well. */
export const markdownText = (text: string): string =>
  clean(text).replace(/[\\`*_[\]<>|#~&]/g, (found) => `&#${found.charCodeAt(0)};`);

/** The same in the letters of a program. */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;
