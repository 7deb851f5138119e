import type { QueryFields } from '../client/node-client.ts';
import type { CalledTemplate } from '../client/paths.ts';
import type { Method } from '../client/transport.ts';
import type { MerchantOperations, Models, RefusalStatus } from '../core/generated/declared.ts';

/* The merchant API as types, from its interface description: the paths, their requests and their answers. */

type Routes<M extends Method> = Extract<keyof MerchantOperations, `${M} ${string}`>;
type PathIn<Route> = Route extends `${Method} ${infer Path}` ? Path : never;
/** The paths of a method, with placeholders for ids, such as `/payouts/{id}`. */
export type ApiPath<M extends Method> = PathIn<Routes<M>>;

type TemplateOf<M extends Method, Path extends string> = CalledTemplate<WithoutQuery<Path>, ApiPath<M>>;
type WithoutQuery<Path extends string> = Path extends `${infer Called}?${string}` ? Called : Path;
/** The path of a call, or the known paths. */
type KnownPath<M extends Method, Path extends string> = [TemplateOf<M, Path>] extends [never] ? ApiPath<M> : Path;
type OperationAt<M extends Method, Path extends string> = MerchantOperations[Extract<
  `${M} ${TemplateOf<M, Path>}`,
  keyof MerchantOperations
>];

interface Answer<Status, Body> {
  status: Status;
  headers: Record<string, string>;
  /** The body, parsed if it is JSON. */
  body: Body;
}
interface Answering {
  status: number;
  answer: unknown;
  refusals: object;
}
/** The refusals of an operation; most have the type `Error`. */
type RefusalsOf<O extends Answering> =
  | { [S in keyof O['refusals']]: Answer<S, O['refusals'][S]> }[keyof O['refusals']]
  | Answer<Exclude<RefusalStatus, keyof O['refusals'] | O['status']>, Models['Error']>;

/** A response of the merchant API, including refusals. `status` determines the type of `body`. */
export type ApiAnswer<O extends Answering = Answering> = O extends Answering
  ? Answer<O['status'], O['answer']> | RefusalsOf<O>
  : never;
type AnswerAt<M extends Method, Path extends string> = ApiAnswer<OperationAt<M, Path>>;

/** The arguments after the path: a body, which is optional if none of its fields are required. */
type Sent<O> = O extends { body: infer Body } ? [body: Body] : O extends { body?: infer Body } ? [body?: Body] : [];
/** The query of a list, if it is not part of the path. */
type QueryArgument<O> = O extends { query: infer Query extends QueryFields } ? [query?: Query] : [];

/**
 * Paths such as `/charges` or `/payouts/po_1`; `/api/v1` is added. Sends the secret key of the workspace and mode.
 * Unknown paths, fields and values do not compile.
 */
export interface MerchantApi {
  get<const Path extends string>(
    path: KnownPath<'GET', Path>,
    ...query: QueryArgument<OperationAt<'GET', Path>>
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
  /** Makes any call with any body, for a test that sends an invalid request or computes the path at runtime. */
  call(method: Method, path: string, body?: unknown): Promise<Answer<number, unknown>>;
}
