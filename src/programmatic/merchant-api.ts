import type { MerchantOperations, Models, RefusalStatus } from '../client/declared.ts';
import type { CalledTemplate } from '../client/paths.ts';
import type { Method } from '../client/transport.ts';
import type { QueryFields } from '../client.ts';

/* The merchant API, as its interface description says: which paths there are, what each takes and answers. */

type Routes<M extends Method> = Extract<keyof MerchantOperations, `${M} ${string}`>;
type PathIn<Route> = Route extends `${Method} ${infer Path}` ? Path : never;
/** The paths that a method can be sent to, with places for ids: `/payouts/{id}`. */
export type ApiPath<M extends Method> = PathIn<Routes<M>>;

type TemplateOf<M extends Method, Path extends string> = CalledTemplate<WithoutQuery<Path>, ApiPath<M>>;
type WithoutQuery<Path extends string> = Path extends `${infer Called}?${string}` ? Called : Path;
/** A path that is called, or those that there are. */
type KnownPath<M extends Method, Path extends string> = [TemplateOf<M, Path>] extends [never] ? ApiPath<M> : Path;
type OperationAt<M extends Method, Path extends string> = MerchantOperations[Extract<
  `${M} ${TemplateOf<M, Path>}`,
  keyof MerchantOperations
>];

interface Answer<Status, Body> {
  status: Status;
  headers: Record<string, string>;
  /** Parsed, where it is JSON. */
  body: Body;
}
interface Answering {
  status: number;
  answer: unknown;
  refusals: object;
}
/** The refusals of an operation: most of them say no more than `Error`. */
type RefusalsOf<O extends Answering> =
  | { [S in keyof O['refusals']]: Answer<S, O['refusals'][S]> }[keyof O['refusals']]
  | Answer<Exclude<RefusalStatus, keyof O['refusals'] | O['status']>, Models['Error']>;

/** What the merchant API answered, refusals included: its `status` tells what the `body` is. */
export type ApiAnswer<O extends Answering = Answering> = O extends Answering
  ? Answer<O['status'], O['answer']> | RefusalsOf<O>
  : never;
type AnswerAt<M extends Method, Path extends string> = ApiAnswer<OperationAt<M, Path>>;

/** What a call is given beside its path: a body, which may be left out where nothing of it is needed. */
type Sent<O> = O extends { body: infer Body } ? [body: Body] : O extends { body?: infer Body } ? [body?: Body] : [];
/** What is asked of a list, in place of a query in the path. */
type Asked<O> = O extends { query: infer Query extends QueryFields } ? [query?: Query] : [];

/**
 * Paths as `/charges`, or `/payouts/po_1`; `/api/v1` is put before them. The secret key of the workspace and its mode is
 * sent. What the API does not have does not compile.
 */
export interface MerchantApi {
  get<const Path extends string>(
    path: KnownPath<'GET', Path>,
    ...query: Asked<OperationAt<'GET', Path>>
  ): Promise<AnswerAt<'GET', Path>>;
  post<const Path extends string>(
    path: KnownPath<'POST', Path>,
    ...body: Sent<OperationAt<'POST', Path>>
  ): Promise<AnswerAt<'POST', Path>>;
  patch<const Path extends string>(
    path: KnownPath<'PATCH', Path>,
    ...body: Sent<OperationAt<'PATCH', Path>>
  ): Promise<AnswerAt<'PATCH', Path>>;
  delete<const Path extends string>(path: KnownPath<'DELETE', Path>): Promise<AnswerAt<'DELETE', Path>>;
  /** Any call, with a body of any form: what a test sends to be refused, or knows when it runs alone. */
  call(method: Method, path: string, body?: unknown): Promise<Answer<number, unknown>>;
}
