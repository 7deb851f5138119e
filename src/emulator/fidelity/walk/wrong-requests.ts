import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { largestAmount } from '../../../payments/platform/fields.ts';
import type { Fields, RequestParts } from './example.ts';

/** The key with which a request is sent; `unknown` is a key that nobody has. */
export type KeyKind = 'secret' | 'publishable' | 'app' | 'unknown' | 'none';

/** A request before it is sent. */
export interface Draft extends RequestParts {
  readonly key: KeyKind;
  readonly headers: Readonly<Record<string, string>>;
  /** The text that is sent in the place of the body. */
  readonly text?: string;
}

/** A request that differs from the example of its operation, mostly so that the service refuses the request. */
export interface Variation {
  /** `unknown id`, `missing field` */
  readonly name: string;
  /** The statuses that the declarations allow the answer. */
  readonly statuses: readonly number[];
  /** @param mark a text that no other walk has */
  readonly change: (draft: Draft, mark: string) => Draft;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly 'x-described'?: unknown;
}

const withBody = (draft: Draft, fields: Fields): Draft => ({ ...draft, body: { ...draft.body, ...fields } });
const withQuery = (draft: Draft, fields: Fields): Draft => ({ ...draft, query: { ...draft.query, ...fields } });

/** The id of no object, in the form of an id: `cus_a1B2` becomes `cus_0000`. */
export function unknownId(id: string): string {
  const at = id.search(/[_-]/) + 1;
  return id.slice(0, at) + id.slice(at).replace(/[A-Za-z0-9]/g, '0');
}

const withUnknownParam = (draft: Draft): Draft => {
  const [name, id] = Object.entries(draft.params).at(-1)!;
  return { ...draft, params: { ...draft.params, [name]: unknownId(id) } };
};

/** A value of another type than a field's. */
const ofOtherType: Readonly<Record<string, unknown>> = {
  string: 12_345,
  integer: 'many',
  number: 'much',
  boolean: 'maybe',
  object: 'text',
  array: 'text',
};
const typeOf = ({ type }: Schema): string | undefined =>
  [type ?? []].flat().filter((each) => each !== 'null').length === 1 ? [type].flat()[0] : undefined;

/**
 * The requests that the declaration of an operation says to be refused, and that a request alone can provoke.
 * @param isGlobal whether the operation changes what a whole account has: no request then may succeed by mistake
 */
export function wrongRequests(operation: AnyOperation, isGlobal: boolean): Variation[] {
  const { access, surface, example = {}, refuses, path } = operation;
  const body = operation.body as Schema | undefined;
  const query = operation.query as Schema | undefined;
  const given = (example.body ?? {}) as Fields;
  const all: Variation[] = [];
  const add = (name: string, statuses: readonly number[], change: Variation['change']) =>
    all.push({ name, statuses, change });
  const hasRefusal = (code: string) => refuses.some((each) => each.code === code && each.status === 400);
  const isKnownById = path.endsWith('}') || path.includes('}/');

  if (access === 'secret' || access === 'app') {
    const key = access === 'secret' ? 'publishable' : 'secret';
    add(`${key} key`, [403], (draft) => ({ ...(isKnownById ? withUnknownParam(draft) : draft), key }));
  }
  if (isGlobal) return all;
  if (isKnownById && refuses.some(({ status }) => status === 404)) add('unknown id', [404], withUnknownParam);

  const fields = Object.entries(given).map(([name, value]) => ({ name, value, ...body?.properties?.[name] }));
  const named = fields.find(({ value }) => typeof value === 'string' && /^[a-z]+_1$/.test(value));
  if (named !== undefined && surface === 'merchant') {
    add('unknown id in the body', [400, 404], (draft) =>
      withBody(draft, { [named.name]: unknownId(String(draft.body?.[named.name])) }),
    );
  }
  const [required] = body?.required ?? [];
  if (required !== undefined) add('missing field', [400], (draft) => withBody(draft, { [required]: undefined }));
  else if (body?.['x-described'] !== undefined) add('empty body', [400], (draft) => ({ ...draft, body: {} }));
  const typed = fields.find((field) => typeOf(field) !== undefined);
  if (typed !== undefined) {
    add('wrong type', [400], (draft) => withBody(draft, { [typed.name]: ofOtherType[typeOf(typed)!] }));
  }
  const counted = fields.find(({ minimum }) => minimum !== undefined);
  if (counted !== undefined)
    add('below minimum', [400], (draft) => withBody(draft, { [counted.name]: counted.minimum! - 1 }));
  const tooMuch = (name: string, code: string, amount: number) => {
    if (hasRefusal(code) && 'amount' in given) add(name, [400], (draft) => withBody(draft, { amount }));
  };
  tooMuch('amount too large', 'amount_too_large', largestAmount + 1);
  tooMuch('more than the balance', 'insufficient_funds', largestAmount);

  const enumeration = (schema: Schema | undefined) =>
    Object.entries(schema?.properties ?? {}).find(([, field]) => field.enum !== undefined)?.[0];
  const [inBody, inQuery] = [enumeration(body), enumeration(query)];
  if (inBody !== undefined) add('no such value', [400], (draft) => withBody(draft, { [inBody]: 'no_such_value' }));
  if (inQuery !== undefined)
    add('no such value in the query', [400], (draft) => withQuery(draft, { [inQuery]: 'no_such_value' }));
  if (query?.properties?.limit !== undefined) {
    add('limit of nothing', [400], (draft) => withQuery(draft, { limit: 0 }));
    add('limit too large', [400], (draft) => withQuery(draft, { limit: 101 }));
    add('unknown cursor', [400], (draft) => withQuery(draft, { starting_after: 'none_0000' }));
  }
  return all;
}

/** The requests that the server itself refuses, whatever the operation; sent once for a reading and once for a writing operation. */
export const serverRequests = ({ method, body }: AnyOperation): Variation[] => [
  { name: 'no key', statuses: [401], change: (draft) => ({ ...draft, key: 'none' }) },
  { name: 'unknown key', statuses: [401], change: (draft) => ({ ...draft, key: 'unknown' }) },
  ...(method === 'GET' || body === undefined
    ? []
    : [{ name: 'no JSON', statuses: [400], change: (draft: Draft): Draft => ({ ...draft, text: '{"name":' }) }]),
];

const keyed = (name: string, statuses: readonly number[], body: Fields = {}): Variation => ({
  name,
  statuses,
  change: (draft, mark) =>
    withBody({ ...draft, headers: { ...draft.headers, 'idempotency-key': `${mark}-key` } }, body),
});

/** One request three times under one Idempotency-Key, the last time with another body. */
export const keyedRequests = ({ status, surface }: AnyOperation): Variation[] => [
  keyed('idempotency key', [status]),
  keyed('idempotency key again', [status]),
  surface === 'client'
    ? keyed('idempotency key with another body', [422], { phone: '+1 555 0199' })
    : keyed('idempotency key with another body', [409], { metadata: { another: 'body' } }),
];

/** One request twice with one `reference_id`; some operations answer the first object again. */
export function referenceRequests({ id, status, refuses, body }: AnyOperation): Variation[] {
  const isRefused = refuses.some(({ code }) => code === 'reference_id_reused');
  if (!isRefused || (body as Schema).properties?.reference_id === undefined) return [];
  const change: Variation['change'] = (draft, mark) => withBody(draft, { reference_id: `${mark}-${id}` });
  return [
    { name: 'reference', statuses: [status], change },
    { name: 'reference again', statuses: [status, 409], change },
  ];
}
