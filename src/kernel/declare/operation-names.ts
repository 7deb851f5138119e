import { closest } from '../../base/closest.ts';
import { invalid, type Param } from '../errors.ts';
import { type Effect, effectsOf } from './effects.ts';
import { type AnyOperation, isPathOf } from './operation.ts';
import type { Registry } from './registry.ts';

/** What rules and faults may be about: the operations that applications call. */
const callable = (registry: Registry): AnyOperation[] => [
  ...registry.operationsOf('merchant'),
  ...registry.operationsOf('client'),
];

/** The names of what rules and faults may be about, in the order of the alphabet. */
export const operationNames = (registry: Registry, further: readonly string[] = []): string[] =>
  [...callable(registry).map(({ id }) => id), ...further].sort();

/** Whether an operation that applications call has an effect; one that is none of theirs has none. */
export const bringsAbout = (registry: Registry, id: string, effect: Effect): boolean =>
  callable(registry).some((operation) => operation.id === id && effectsOf(operation).includes(effect));

const routeOf = ({ method, path }: AnyOperation): string => `${method} ${path}`;
const route = /^(get|post|patch|delete)\s+(?:\/api\/v1(?=\/))?(\/\S*)$/i;

/** A method in any case, and a path with or without the base of the merchant API; null where the text is neither. */
export function readRoute(text: string): { method: string; path: string } | null {
  const [, method, path] = route.exec(text.trim()) ?? [];
  return method === undefined || path === undefined ? null : { method: method.toUpperCase(), path };
}

/**
 * The name of the operation that is meant by its name, `charges.create`, or by its method and path, `POST /charges`.
 * @param further names of what is no operation of the API, but is taken in the same place
 * @throws 400 `parameter_invalid` that says what was probably meant
 */
export function operationNamed(
  registry: Registry,
  given: string,
  { param, further = [] }: { param: Param; further?: readonly string[] },
): string {
  const all = callable(registry);
  const read = readRoute(given);
  if (read === null) {
    const names = [...all.map(({ id }) => id), ...further];
    if (names.includes(given)) return given;
    throw unknown(param, given, names);
  }
  const meant = `${read.method} ${read.path}`;
  const found = all.find((each) => routeOf(each) === meant);
  if (found === undefined) throw unknown(param, given, all.map(routeOf));
  return found.id;
}

/**
 * The operation that is meant likewise, or by a path as it was called, with ids: `GET /payouts/po_1`.
 * @throws 400 `parameter_invalid` that says what was probably meant
 */
export function operationCalled(registry: Registry, given: string, param: Param): AnyOperation {
  const all = callable(registry);
  const read = readRoute(given);
  const isCalled = ({ method, path }: AnyOperation) => method === read?.method && isPathOf(path, read.path);
  // A template is of one operation alone, a path with an id might be another one's as well.
  const called = all.find((each) => routeOf(each) === `${read?.method} ${read?.path}`) ?? all.find(isCalled);
  if (called !== undefined) return called;
  const id = operationNamed(registry, given, { param });
  return all.find((each) => each.id === id)!;
}

function unknown(param: Param, given: string, known: readonly string[]) {
  const [near] = closest(given, known);
  const hint = near === undefined ? 'Write it like charges.create or POST /charges.' : `Did you mean '${near}'?`;
  return invalid(param, `There is no operation '${given}'. ${hint}`);
}
