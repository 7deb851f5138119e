import { wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { type Fields, pathOf } from '../../../core/kernel/declare/request-path.ts';
import type { Described } from '../../profile/descriptions.ts';
import { exampleKey } from '../openapi/openapi.ts';

/** The values of the variables of a collection. */
export interface Variables {
  readonly origin: string;
  /** A secret key of the workspace; null if it must not be shown. */
  readonly key: string | null;
}

/** The placeholder for a key that is not shown. */
export const hiddenKey = 'sk_test_…';

/** The token of an app that the fixture `shop` installs. */
export const appToken = 'pat_demo';

/** The variable with the credential of a request; null if the request needs none. */
export type Credential = 'key' | 'appToken' | null;

/** The example of an operation, as a request in a collection. */
export interface CollectionRequest {
  readonly title: string;
  readonly method: string;
  /** The path after the origin, with its query. */
  readonly path: string;
  readonly credential: Credential;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface CollectionGroup {
  readonly title: string;
  readonly requests: readonly CollectionRequest[];
}

/** The examples of all operations, by resource: first the merchant API, then the client API. */
export const collectionOf = ({ slices }: Described): CollectionGroup[] =>
  (['merchant', 'client'] as const).flatMap((surface) =>
    slices.flatMap(({ name, operations }) => {
      const own = operations.filter((operation) => operation.surface === surface);
      const title = `${titleOf(name)}${surface === 'client' ? ' (client API)' : ''}`;
      return own.length === 0 ? [] : [{ title, requests: own.map(requestOf) }];
    }),
  );

/** The example of an operation. */
export function requestOf(operation: AnyOperation): CollectionRequest {
  const { summary, method, surface, access, example = {} } = operation;
  const { params = {}, query = {}, body } = example;
  const key = exampleKey(operation);
  return {
    title: summary,
    method,
    path: (surface === 'merchant' ? '/api/v1' : '') + pathOf(operation, { params, query: query as Fields }),
    credential: surface === 'client' || access === 'public' ? null : access === 'app' ? 'appToken' : 'key',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === null ? {} : { 'Idempotency-Key': key }),
    },
    body,
  };
}

/** The title of a resource, such as `Payout link`. `three_ds` gets its usual spelling. */
export function titleOf(name: string): string {
  if (name === 'three_ds') return '3-D Secure';
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
