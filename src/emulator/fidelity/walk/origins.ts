import type { TObject } from '../../../core/base/typebox.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { appTokens } from '../../../core/kernel/workspace.ts';
import { exampleOf } from './example.ts';
import type { Variation } from './variations.ts';

/** The response that contains what an example value represents. */
export interface Origin {
  readonly by: AnyOperation;
  /** The place in the response, such as `data.id`. An empty text means the whole response. */
  readonly at: string;
  /** How the request differs from the operation's example. */
  readonly variation: Variation | null;
}

/** The example value that represents the token of an app, instead of a key. */
export const appToken = `${appTokens.prefix}_1`;

/**
 * The name for what an example value represents: `cus_ada` and `cus_1` are any customer. Values that are not texts
 * also represent something.
 */
export const keyOf = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^([a-z]+)_[A-Za-z0-9]+$/, '$1_1') : JSON.stringify(value);

/** The name for what an account currently has. */
export const presentOf = ({ path }: AnyOperation): string => `the response to GET ${path}`;

/** Whether an operation changes the data of a whole account, in both modes and for every buyer. */
export const isOfAccount = ({ method, path }: AnyOperation): boolean => method === 'PATCH' && !path.includes('{');

const unfiltered: Variation = { name: 'no filter', statuses: [200], change: (draft) => ({ ...draft, query: {} }) };

const isWrapped = ({ envelope, answer }: AnyOperation): boolean =>
  envelope !== 'bare' || (answer as TObject).properties?.data !== undefined;

/** Where a walk gets what the example values represent, by value. */
export function originsOf(slices: readonly Slice[]): Map<string, Origin> {
  const all = slices.flatMap(({ operations }) => operations.filter(({ surface }) => surface !== 'control'));
  const posts = all.filter(({ method, surface }) => method === 'POST' && surface === 'merchant');
  const origins = new Map<string, Origin>();
  for (const { collections, operations } of slices) {
    for (const [index, { name, prefix }] of collections.entries()) {
      const plural = `/${name.replaceAll('_', '-')}s`;
      const create =
        posts.find(({ path }) => path.endsWith(plural)) ??
        posts.find((each) => index === 0 && operations.includes(each) && /^\/[a-z-]+$/.test(each.path));
      const list = all.find(({ method, path, envelope }) => method === 'GET' && path === plural && envelope === 'list');
      const standIn = `${prefix}_1`;
      if (create !== undefined) {
        origins.set(standIn, { by: create, at: isWrapped(create) ? 'data.id' : 'id', variation: null });
      } else if (list !== undefined) origins.set(standIn, { by: list, at: 'data.0.id', variation: unfiltered });
    }
  }
  for (const by of all) {
    if (by.method === 'GET') origins.set(presentOf(by), { by, at: '', variation: null });
    for (const [shown, place] of Object.entries(by.standIns ?? {})) {
      const standIn = keyOf(shown);
      if (typeof place === 'string') origins.set(standIn, { by, at: place, variation: null });
      else origins.set(standIn, { by, at: place.at, variation: ofAnotherKind(by, place.with) });
    }
  }
  return origins;
}

const ofAnotherKind = ({ status }: AnyOperation, fields: object): Variation => ({
  name: 'another kind',
  statuses: [status],
  change: (draft) => ({ ...draft, body: { ...draft.body, ...fields } }),
});

/** The values in an operation's example that a walk must replace with real ones. */
export function needsOf(operation: AnyOperation, origins: ReadonlyMap<string, Origin>): string[] {
  const { access, surface, effects = [], example = {} } = operation;
  const needs = new Set<string>(access === 'app' ? [appToken] : []);
  if (isOfAccount(operation)) needs.add(presentOf(operation));
  // The page in a client API path always belongs to a real object.
  if (surface === 'client') for (const value of Object.values(example.params ?? {})) needs.add(keyOf(value));
  exampleOf(operation, (value) => {
    if (origins.has(keyOf(value))) needs.add(keyOf(value));
    return value;
  });
  // A customer is charged with a payment method that was saved for that customer.
  if (effects.includes('asks_network') && needs.has('cus_1')) needs.add('pm_1');
  return [...needs];
}

/** The part of a response at a place; undefined if the response has no such part. */
export const partAt = (answer: unknown, place: string): unknown =>
  (place === '' ? [] : place.split('.')).reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    answer,
  );
