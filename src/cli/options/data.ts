import { jsonOrText } from '../../core/base/json-values.ts';
import { NotRegular, readToEnd, textOf } from '../../core/system/regular-file.ts';
import { wrongUsage } from '../failure.ts';

type Container = Record<string, unknown> | unknown[];

/**
 * The body from `-d` options: `k=v` pairs in order, added to the JSON object in `@file`.
 * @param isText whether the values at a path are always text
 * @throws CommandFailure (wrong usage)
 */
export function bodyFrom(data: readonly string[], isText: (path: string) => boolean = () => false): unknown {
  let body: unknown = {};
  for (const item of data) {
    if (item.startsWith('@')) {
      body = readJson(item.slice(1));
    } else {
      const [path, value] = splitField(item, isText);
      if (typeof body !== 'object' || body === null)
        throw wrongUsage(`'${item}' cannot be added, because the body is not a JSON object.`);
      assign(body as Container, path, value, item);
    }
  }
  return body;
}

/**
 * `path=value` options as a record: `metadata.order=7` gives `{'metadata.order': 7}`.
 * @param isText whether the values at a path are always text
 */
export function overridesFrom(
  fields: readonly string[],
  isText: (path: string) => boolean = () => false,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const [path, value] = splitField(field, isText);
      return [path.join('.'), value];
    }),
  );
}

function splitField(field: string, isText: (path: string) => boolean): [path: readonly string[], value: unknown] {
  const at = field.indexOf('=');
  if (at <= 0) throw wrongUsage(`'${field}' must have the form name=value.`);
  const path = segmentsOf(field.slice(0, at), field);
  const text = field.slice(at + 1);
  const value = fieldValue(text);
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return [path, isPlain && isText(path.join('.')) ? text : value];
}

/** Numbers, booleans, null and JSON get their types. Any other value, and any quoted value, is text. */
function fieldValue(text: string): unknown {
  if (text === 'true' || text === 'false' || text === 'null') return JSON.parse(text);
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // A number that JavaScript cannot represent exactly stays text: it is an account or card number, not an amount.
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
  }
  if (/^(\{.*\}|\[.*\]|".*")$/s.test(text)) {
    return jsonOrText(text);
  }
  return text;
}

/** `a.b`, `a[b]`, `a[0].b`, `a[]`. */
function segmentsOf(path: string, field: string): string[] {
  const segments = path.replace(/\[([^[\]]*)\]/g, '.$1').split('.');
  if (segments[0] === '' || /[[\]]/.test(segments.join('')))
    throw wrongUsage(`'${field}' has an invalid path; use a form such as a.b or a[b].`);
  for (const segment of segments) {
    if (segment === '__proto__' || segment === 'constructor')
      throw wrongUsage(`'${segment}' is not allowed as a field name.`);
  }
  return segments;
}

function assign(body: Container, segments: readonly string[], value: unknown, field: string): void {
  let here = body;
  for (const [depth, segment] of segments.entries()) {
    const next = segments[depth + 1];
    const list = Array.isArray(here) ? here : null;
    const key = list === null ? segment : segment === '' ? list.length : Number(segment);
    if (list !== null && !(Number(key) >= 0 && Number(key) <= list.length)) {
      throw wrongUsage(`The list indexes in '${field}' must start at 0 and have no gaps.`);
    }
    const slots = here as Record<string | number, unknown>;
    if (next === undefined) {
      slots[key] = value;
      return;
    }
    const present = Object.hasOwn(slots, key) ? slots[key] : undefined;
    if (present === undefined) slots[key] = /^\d*$/.test(next) ? [] : {};
    else if (typeof present !== 'object' || present === null)
      throw wrongUsage(
        `'${field}' cannot be set, because '${segment}' already has a value that is not an object or a list.`,
      );
    here = slots[key] as Container;
  }
}

/** The text of an option, of a file for `@file`, or of stdin for `@-`. @throws CommandFailure (wrong usage) */
export const textOrFile = (given: string): string => (given.startsWith('@') ? readText(given.slice(1)) : given);

/** The text of a file, or of stdin for `-`. */
function readText(file: string): string {
  try {
    return textOf(readToEnd(file), file === '-' ? 'stdin' : file);
  } catch (error) {
    if (error instanceof NotRegular) throw wrongUsage(`${error.message}.`);
    throw wrongUsage(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongUsage(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}
