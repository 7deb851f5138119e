import { isObject } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Fields, RequestParts } from '../../../core/kernel/declare/request-path.ts';
import { largestAmount } from '../../../payments/platform/fields.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';

/** The key that a request is sent with; `unknown` is a key that does not exist. */
export type KeyKind = 'secret' | 'publishable' | 'app' | 'unknown' | 'none';

/** A request before it is sent. */
export interface Draft extends RequestParts {
  readonly key: KeyKind;
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send instead of the body. */
  readonly text?: string;
}

/** A request that differs from the example of its operation, usually so that the service rejects it. */
export interface Variation {
  /** For example, `unknown id` or `missing field`. */
  readonly name: string;
  /** The response statuses that the declarations allow. */
  readonly statuses: readonly number[];
  /** @param mark a text that is unique to the walk */
  readonly change: (draft: Draft, mark: string) => Draft;
}

const withBody = (draft: Draft, fields: Fields): Draft => ({ ...draft, body: { ...draft.body, ...fields } });
const withQuery = (draft: Draft, fields: Fields): Draft => ({ ...draft, query: { ...draft.query, ...fields } });

/** An id in the same form that no object has: `cus_a1B2` becomes `cus_0000`. */
function unknownId(id: string): string {
  const at = id.search(/[_-]/) + 1;
  return id.slice(0, at) + id.slice(at).replace(/[A-Za-z0-9]/g, '0');
}

function withUnknownId(draft: Draft): Draft {
  const [name, id] = Object.entries(draft.params).at(-1)!;
  return { ...draft, params: { ...draft.params, [name]: unknownId(id) } };
}

/** Values of another type, by the type of the field. */
const ofOtherType: Readonly<Record<string, unknown>> = {
  string: 12_345,
  integer: 'many',
  number: 'many',
  boolean: 'maybe',
  object: 'text',
  array: 'text',
};
const typesOf = ({ type = [] }: FieldSchema): readonly string[] => [type].flat().filter((each) => each !== 'null');

/** The name of the first field with a fixed list of values. */
const listedIn = (schema: FieldSchema | undefined): string | undefined =>
  Object.entries(schema?.properties ?? {}).find(([, field]) => field.enum !== undefined)?.[0];

/**
 * The requests that cause errors which the operation declares, if a request alone can cause them.
 * @param isOfAccount whether the operation changes the data of a whole account, so that no request can succeed by
 * mistake
 * @param isNamed whether a value of the example represents something
 */
export function wrongRequests(
  operation: AnyOperation,
  isOfAccount: boolean,
  isNamed: (value: unknown) => boolean,
): Variation[] {
  const { access, surface, example = {}, refuses, path } = operation;
  const [body, query] = [operation.body, operation.query] as (FieldSchema | undefined)[];
  const all: Variation[] = [];
  const add = (name: string, statuses: readonly number[], change: Variation['change']) =>
    all.push({ name, statuses, change });
  const hasId = path.includes('{');
  if (access === 'secret' || access === 'app') {
    const key = access === 'secret' ? 'publishable' : 'secret';
    add(`${key} key`, [403], (draft) => ({ ...(hasId ? withUnknownId(draft) : draft), key }));
  }
  if (isOfAccount) return all;
  if (hasId && refuses.some(({ status }) => status === 404)) add('unknown id', [404], withUnknownId);

  const given = (example.body ?? {}) as Fields;
  const fields = Object.entries(given).map(([name, value]) => ({ name, value, ...body?.properties?.[name] }));
  const named = fields.find(({ value }) => /^[a-z]+_\w+$/.test(String(value)) && isNamed(value))?.name;
  if (named !== undefined && surface === 'merchant') {
    add('unknown id in the body', [400, 404], (draft) =>
      withBody(draft, { [named]: unknownId(String(draft.body?.[named])) }),
    );
  }
  const [required] = body?.required ?? [];
  if (required !== undefined) add('missing field', [400], (draft) => withBody(draft, { [required]: undefined }));
  else if (body?.['x-described'] !== undefined) add('empty body', [400], (draft) => ({ ...draft, body: {} }));

  const wrong = (name: string, field: string | undefined, value: unknown) => {
    if (field !== undefined) add(name, [400], (draft) => withBody(draft, { [field]: value }));
  };
  const typed = fields.find((field) => typesOf(field).length === 1);
  wrong('wrong type', typed?.name, typed && ofOtherType[typesOf(typed)[0]!]);
  const counted = fields.find(({ minimum }) => minimum !== undefined);
  wrong('below minimum', counted?.name, (counted?.minimum ?? 0) - 1);
  wrong('no such value', listedIn(body), 'no_such_value');
  const priced = (code: string) =>
    'amount' in given && refuses.some((each) => each.code === code && each.status === 400) ? 'amount' : undefined;
  wrong('amount too large', priced('amount_too_large'), largestAmount + 1);
  wrong('more than the balance', priced('insufficient_funds'), largestAmount);

  const asked = (name: string, field: string | undefined, value: unknown) => {
    if (field !== undefined) add(name, [400], (draft) => withQuery(draft, { [field]: value }));
  };
  asked('no such value in the query', listedIn(query), 'no_such_value');
  const limit = query?.properties?.limit === undefined ? undefined : 'limit';
  asked('limit of 0', limit, 0);
  asked('limit too large', limit, 101);
  asked('unknown cursor', limit && 'starting_after', 'none_0000');
  return all;
}

/** The requests that the server rejects for any operation. One operation of each HTTP method gets them. */
export const serverRequests = ({ body }: AnyOperation): Variation[] => [
  { name: 'no key', statuses: [401], change: (draft) => ({ ...draft, key: 'none' }) },
  { name: 'unknown key', statuses: [401], change: (draft) => ({ ...draft, key: 'unknown' }) },
  ...(body === undefined
    ? []
    : [{ name: 'invalid JSON', statuses: [400], change: (draft: Draft): Draft => ({ ...draft, text: '{"name":' }) }]),
];

const keyed = (name: string, statuses: readonly number[], body: Fields = {}): Variation => ({
  name,
  statuses,
  change: (draft, mark) =>
    withBody(
      { ...draft, headers: { ...draft.headers, 'idempotency-key': `${mark}-key` } },
      {
        ...body,
        // The walk's mark stays, because a service can accept the request.
        ...(isObject(body.metadata) ? { metadata: { ...(draft.body?.metadata as Fields), ...body.metadata } } : {}),
      },
    ),
});

/** One request sent three times with the same Idempotency-Key, the last time with another body. */
export const keyedRequests = ({ status, surface }: AnyOperation): Variation[] => [
  keyed('idempotency key', [status]),
  keyed('idempotency key again', [status]),
  surface === 'client'
    ? keyed('idempotency key with another body', [422], { phone: '+1 555 0199' })
    : keyed('idempotency key with another body', [409], { metadata: { another: 'body' } }),
];

/** One request sent twice with the same `reference_id`. Some operations return the first object again. */
export function referenceRequests({ id, status, refuses }: AnyOperation): Variation[] {
  if (!refuses.some(({ code }) => code === 'reference_id_reused')) return [];
  const change: Variation['change'] = (draft, mark) => withBody(draft, { reference_id: `${mark}-${id}` });
  return [
    { name: 'reference', statuses: [status], change },
    { name: 'reference again', statuses: [status, 409], change },
  ];
}

/** The previous request again, which the new state of the object makes the service reject. */
export const again = (statuses: readonly number[]): Variation => ({
  name: 'again',
  statuses,
  change: (draft) => draft,
});
