import type { TObject } from '../../../core/base/typebox.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { exampleOf } from './example.ts';
import type { Variation } from './wrong-requests.ts';

/** The answer that names what a value of an example stands for. */
export interface Origin {
  /** The id of the operation that answers it. */
  readonly by: string;
  /** The place in the answer: `data.id`; an empty text is the whole answer. */
  readonly at: string;
  /** How the request differs from the operation's example. */
  readonly variation?: Variation;
}

const form: Variation = {
  name: 'a form',
  statuses: [201],
  change: (draft) => ({ ...draft, body: { ...draft.body, type: 'request' } }),
};
const unfiltered: Variation = { name: 'no filter', statuses: [200], change: (draft) => ({ ...draft, query: {} }) };

/** The token of an app, in the place of a key. */
export const appToken = 'the token of an app';

/** What answers name elsewhere than in the `id` of a new object. */
const special: readonly (readonly [standIn: string, origin: Origin])[] = [
  [appToken, { by: 'app_tokens.create', at: 'access_token' }],
  ['ptok_1', { by: 'tokens.create', at: 'data.token' }],
  ['auth_1', { by: 'three_ds.authenticate', at: 'data.authentication_id' }],
  ['api-demo', { by: 'checkout_sessions.create', at: 'data.slug' }],
  ['QkZ3', { by: 'payout_links.create', at: 'data.slug' }],
  ['Fm7T', { by: 'payout_links.create', at: 'data.slug', variation: form }],
  ['preq_1', { by: 'payout_requests.submit', at: 'payoutRequestId' }],
  ['ws_demo', { by: 'checkout.load', at: 'workspaceId' }],
  ['vlt_demo_sandbox', { by: 'checkout.load', at: 'vaultConfig.vaultId' }],
  ['tok_sandbox_1', { by: 'vault.post', at: 'card_number' }],
  ['tok_sandbox_2', { by: 'vault.post', at: 'card_cvc' }],
  ['card_1.signature', { by: 'client_three_ds.create_card', at: 'cardRef' }],
  [
    keyOf({ threeDSServerTransID: '00000000-0000-4000-8000-000000000000' }),
    { by: 'client_three_ds.init', at: 'transactionInfo' },
  ],
];

/** The name of a value of an example among the stand-ins. */
export function keyOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The name of the present state of what an operation would change for the whole account. */
const presentOf = ({ path }: AnyOperation): string => `what GET ${path} answers`;

/** Whether an operation changes what a whole account has, in both modes and for every buyer. */
export const isOfAccount = ({ method, path }: AnyOperation): boolean => method === 'PATCH' && !path.includes('{');

/** Where a walk gets what the values of examples stand for. */
export function originsOf(slices: readonly Slice[]): Map<string, Origin> {
  const all = slices.flatMap(({ operations }) => operations.filter(({ surface }) => surface === 'merchant'));
  const posts = all.filter(({ method }) => method === 'POST');
  const made = slices.flatMap(({ collections, operations }) =>
    collections.flatMap(({ name, prefix }, index): (readonly [string, Origin])[] => {
      const plural = `/${name.replaceAll('_', '-')}s`;
      const create =
        posts.find(({ path }) => path.endsWith(plural)) ??
        posts.find((each) => index === 0 && operations.includes(each) && /^\/[a-z-]+$/.test(each.path));
      const list = all.find(({ method, path, envelope }) => method === 'GET' && path === plural && envelope === 'list');
      const standIn = `${prefix}_1`;
      if (create !== undefined) return [[standIn, { by: create.id, at: isWrapped(create) ? 'data.id' : 'id' }]];
      return list === undefined ? [] : [[standIn, { by: list.id, at: 'data.0.id', variation: unfiltered }]];
    }),
  );
  const present = all.filter(isOfAccount).flatMap((operation): (readonly [string, Origin])[] => {
    const read = all.find(({ method, path }) => method === 'GET' && path === operation.path);
    return read === undefined ? [] : [[presentOf(operation), { by: read.id, at: '' }]];
  });
  return new Map([...made, ...present, ...special]);
}

const isWrapped = ({ envelope, answer }: AnyOperation): boolean =>
  envelope !== 'bare' || (answer as TObject).properties?.data !== undefined;

/** What an operation needs of earlier answers. */
export function needsOf(operation: AnyOperation, origins: ReadonlyMap<string, Origin>): string[] {
  const { access, effects = [] } = operation;
  const needs = new Set<string>(access === 'app' ? [appToken] : []);
  if (isOfAccount(operation)) needs.add(presentOf(operation));
  exampleOf(operation, (value) => {
    if (origins.has(keyOf(value))) needs.add(keyOf(value));
    return value;
  });
  // A customer is charged by what was saved for the customer.
  if (effects.includes('asks_network') && needs.has('cus_1')) needs.add('pm_1');
  return [...needs];
}

/** The part of an answer at a place; undefined: the answer has no such part. */
export const partAt = (answer: unknown, place: string): unknown =>
  place === ''
    ? answer
    : place
        .split('.')
        .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | null)?.[name], answer);
