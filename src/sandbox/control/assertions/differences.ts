import { isObject } from '../../../core/base/json-values.ts';
import { maskSecrets } from '../../../core/kernel/credentials.ts';
import type { FieldChange } from '../wire.ts';

/**
 * Why a value does not contain the expected fields: one line for each field, in the order of the expectation. Empty
 * if the value contains all of them.
 */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (isObject(expected)) {
    if (!isObject(actual)) return [said(path, actual, expected)];
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(
        value,
        Object.hasOwn(actual, name) ? actual[name] : undefined,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [said(path, actual, expected)];
    if (actual.length !== expected.length) {
      return [`${path || 'the list'} has ${actual.length} entries, not ${expected.length}`];
    }
    return expected.flatMap((value, at) => differences(value, actual[at], path === '' ? `${at}` : `${path}.${at}`));
  }
  return Object.is(expected, actual) ? [] : [said(path, actual, expected)];
}

const said = (path: string, actual: unknown, expected: unknown): string =>
  actual === undefined
    ? `${path || 'it'} is missing (expected: ${shown(expected)})`
    : `${path || 'it'} is ${shown(actual)}, not ${shown(expected)}`;

const longest = 200;

/** A value as JSON, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** The value itself, or the start of a long text. */
function clipped(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= longest ? value : `${value.slice(0, longest)}…`;
  const text = shown(value);
  return text.endsWith('…') ? text : value;
}

/** A change of a field, with shortened values and hidden secrets. */
export const clippedChange = ({ field, from, to }: FieldChange): FieldChange => ({
  field,
  from: withoutSecrets(clipped(from)),
  to: withoutSecrets(clipped(to)),
});

const withoutSecrets = (value: unknown): unknown => (typeof value === 'string' ? maskSecrets(value) : value);
