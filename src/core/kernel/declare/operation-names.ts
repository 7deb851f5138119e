import { closest } from '../../base/closest.ts';
import { invalid, type Param } from '../errors.ts';
import { type Effect, effectsOf } from './effects.ts';
import { type AnyOperation, isPathOf } from './operation.ts';
import type { Registry } from './registry.ts';

/** The operations that applications call. Rules and faults can name them. */
const callable = (registry: Registry): AnyOperation[] => [
  ...registry.operationsOf('merchant'),
  ...registry.operationsOf('client'),
];

/** The names that rules and faults accept, in alphabetical order. */
export const operationNames = (registry: Registry, further: readonly string[] = []): string[] =>
  [...callable(registry).map(({ id }) => id), ...further].sort();

/** The operation with an id, if applications can call it. */
export const callableOperation = (registry: Registry, id: string): AnyOperation | undefined =>
  callable(registry).find((operation) => operation.id === id);

/** Whether an operation that applications call has an effect. False for any other operation. */
export function bringsAbout(registry: Registry, id: string, effect: Effect): boolean {
  const operation = callableOperation(registry, id);
  return operation !== undefined && effectsOf(operation).includes(effect);
}

const routeOf = ({ method, path }: AnyOperation): string => `${method} ${path}`;
const route = /^(get|post|patch|delete)\s+(?:\/api\/v1(?=\/))?(\/\S*)$/i;

/** Parses a method in any case and a path with or without the base of the merchant API; null for any other text. */
export function readRoute(text: string): { method: string; path: string } | null {
  const [, method, path] = route.exec(text.trim()) ?? [];
  return method === undefined || path === undefined ? null : { method: method.toUpperCase(), path };
}

/**
 * Finds the operation for a name (`charges.create`), or for a method and path (`POST /charges`).
 * @param further names that are not API operations but are accepted in the same place
 * @throws 400 `parameter_invalid` with a suggestion
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
 * Finds the operation for a name, or for a method and a path with ids: `GET /payouts/po_1`.
 * @throws 400 `parameter_invalid` with a suggestion
 */
export function operationCalled(registry: Registry, given: string, param: Param): AnyOperation {
  const all = callable(registry);
  const read = readRoute(given);
  const isCalled = ({ method, path }: AnyOperation) => method === read?.method && isPathOf(path, read.path);
  // Check for an exact template first: a template belongs to only one operation, but a path with an id can match
  // several.
  const called = all.find((each) => routeOf(each) === `${read?.method} ${read?.path}`) ?? all.find(isCalled);
  if (called !== undefined) return called;
  const id = operationNamed(registry, given, { param });
  return all.find((each) => each.id === id)!;
}

function unknown(param: Param, given: string, known: readonly string[]) {
  const [near] = closest(given, known);
  const hint =
    near === undefined
      ? 'Use a name such as charges.create, or a method and path such as POST /charges.'
      : `Did you mean '${near}'?`;
  return invalid(param, `There is no operation '${given}'. ${hint}`);
}
