import { isUtf8 } from 'node:buffer';
import { isNestedDeeper } from '../../../core/base/json-depth.ts';
import { refusal, ServiceError } from '../../../core/kernel/errors.ts';
import { maskCardNumbers } from '../../../payments/simulation/masking.ts';

export const invalidJson = refusal(400, 'invalid_json');

const deepest = 32;
/** The length below which a text is parsed quickly, regardless of its depth, in characters. */
const parsedSoon = 16_384;
/** How many values a body can contain, counting each field and each item of a list. */
export const mostValues = 10_000;

const malformed = (message: string, param?: string): ServiceError => new ServiceError(invalidJson, message, { param });

/**
 * Reads a JSON body and rejects content that later code could not trust: text that is not UTF-8, more than 32 levels,
 * more values than `most`, `__proto__` or `constructor` keys, and numbers that JavaScript cannot represent exactly.
 * @throws 400 `invalid_json`
 */
export function parseJson(bytes: Buffer, most = mostValues): { text: string; value: unknown } {
  const text = bytes.toString('utf8');
  // Invalid UTF-8 is decoded as this character, which a valid text can also contain.
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  if (text.length > parsedSoon && isNestedDeeper(text, deepest)) throw tooDeep();
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${sayWhere(error)}.`);
  }
  check(value, '', 1, { left: most, most });
  return { text, value };
}

const tooDeep = (): ServiceError => malformed(`The body is nested more than ${deepest} levels deep.`);

/** The parser's error message without its quote from the body, which could be a card number. */
function sayWhere(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? 'it ends unexpectedly or contains something that is not JSON'
    : `see position ${position}`;
}

/** How many more values a body can contain. */
interface Allowance {
  left: number;
  readonly most: number;
}

function take(allowance: Allowance, count: number): void {
  allowance.left -= count;
  if (allowance.left < 0) throw malformed(`The body contains more than ${allowance.most} values.`);
}

function check(value: unknown, path: string, depth: number, allowance: Allowance): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw malformed(`${path || 'The body'} is a number that cannot be represented exactly.`, path || undefined);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw tooDeep();
  if (Array.isArray(value)) {
    take(allowance, value.length);
    for (let at = 0; at < value.length; at++) check(value[at], path, depth + 1, allowance);
    return;
  }
  const keys = Object.keys(value);
  take(allowance, keys.length);
  for (const key of keys) {
    if (key === '__proto__' || key === 'constructor') throw malformed(`The key '${key}' is not allowed.`);
    const held = (value as Record<string, unknown>)[key];
    if (typeof held === 'number' || typeof held === 'object') {
      check(held, path === '' ? key : `${path}.${key}`, depth + 1, allowance);
    }
  }
}

const longRun = /\d[\d -]{11,}\d/;

/** Whether a raw text could contain a card number. For nearly every body, one scan shows that it does not. */
export const mayHoldCardNumber = (text: string): boolean => longRun.test(text);

/** Whether a JSON text uses escapes such as `\u0034`, which could hide digits and names. */
export const hasEscapes = (text: string): boolean => text.includes('\\u');

/**
 * Replaces possible card numbers with their last four digits, in values and in keys. Fields in `except` do not
 * change, because their operation reads and drops them itself.
 */
export function maskDeeply<V>(value: V, except: ReadonlySet<string>): V {
  return mask(value, except) as V;
}

function mask(value: unknown, except: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return maskCardNumbers(value);
  if (typeof value === 'number') {
    const text = String(value);
    const masked = maskCardNumbers(text);
    return masked === text ? value : masked;
  }
  if (Array.isArray(value)) return value.map((item) => mask(item, except));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [maskCardNumbers(key), except.has(key) ? held : mask(held, except)]),
  );
}
