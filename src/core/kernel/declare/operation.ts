import type { Static, TObject, TSchema } from '../../base/typebox.ts';
import type { Context, Kernel } from '../context.ts';
import type { CommittedRefusal, Refusal, ServiceError } from '../errors.ts';
import type { Page } from '../pagination.ts';
import type { Mode, Workspace } from '../workspace.ts';
import type { Capability } from './capability.ts';
import type { DeclaredEffect } from './effects.ts';
import type { AnyEmitted, Emitting } from './emitting.ts';
import type { Exact } from './exact.ts';
import type { Example, StandIns } from './example.ts';
import { handling } from './handler.ts';
import type { Method, ParamName, Params, Route } from './route.ts';
import type { PublicModel } from './schema.ts';
import type { Settings } from './settings.ts';

export * from './route.ts';

/** The API of an operation. Each API has its own policies for access, rate limits and errors. */
export type Surface = 'merchant' | 'client' | 'control';

/** Who can call an operation of the merchant API (specification, "Authentication"). */
export type Access =
  /** a secret key: all write operations that are not listed below */
  | 'secret'
  /** any key of a merchant: read operations */
  | 'read'
  /** a secret or publishable key: tokenizing, 3-D Secure, wallet sheets */
  | 'publishable'
  /** an app access token only */
  | 'app'
  /** no credential: the token route */
  | 'public';

/** How the response is wrapped (specification, "Conventions" 2). */
export type Envelope = 'data' | 'list' | 'bare';

/** A page of a list: `{data: [...], has_more}`. */
export interface ListAnswer<S extends TSchema> {
  readonly list: S;
}
/** A response without an envelope. */
export interface BareAnswer<S extends TSchema> {
  readonly bare: S;
}
export const list = <S extends TSchema>(of: S): ListAnswer<S> => ({ list: of });
export const bare = <S extends TSchema>(of: S): BareAnswer<S> => ({ bare: of });

/** The status of a success and the response, which is wrapped in `{data: ...}` unless it is `list` or `bare`. */
export type Answers = readonly [status: number, answer: TSchema | ListAnswer<TSchema> | BareAnswer<TSchema>];

/** The fields of a model that the API shows. */
export type ShownOf<S> = S extends TObject ? Static<PublicModel<S>> : S extends TSchema ? Static<S> : never;
/** The result of a handler, derived from the declared response. */
export type Result<A extends Answers> =
  A[1] extends ListAnswer<infer S> ? Page<ShownOf<S>> : A[1] extends BareAnswer<infer S> ? ShownOf<S> : ShownOf<A[1]>;

/** A stored response that is sent again, with `Idempotency-Replayed: true`. */
export class ReplayedAnswer<A = unknown> {
  readonly body: A;

  constructor(body: A) {
    this.body = body;
  }
}

type Sent<G> = G extends CommittedRefusal ? never : G extends ReplayedAnswer<infer Body> ? Body : G;
/** The type of a handler's result. It rejects fields that would not be sent, except the internal fields of a record. */
export type ExactResult<G, A extends Answers, Seen = Sent<G>> = Exact<
  G,
  A[1] extends ListAnswer<infer S>
    ? Page<Static<S>>
    : A[1] extends BareAnswer<infer S>
      ? Static<S>
      : A[1] extends TSchema
        ? Static<A[1]>
        : never,
  Seen
>;

/** A page on this machine that an operation must check before it decides. Only loopback addresses are requested. */
export interface Lookup {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly path: string;
  /** The host name to send in the request. */
  readonly host: string;
}

/** The result of the check: the HTTP status of the response; null if no server responded in time. */
export interface LookupResult {
  readonly status: number | null;
}

/** The workspace and mode of a call without a key. */
export interface Owner {
  readonly workspace: Workspace;
  readonly mode: Mode;
}

type NoFields = TObject<Record<never, never>>;

/** The parts of a request that an operation receives. */
export interface Input<R extends Route = Route, B extends TObject = NoFields, Q extends TObject = NoFields> {
  readonly body: Static<B>;
  readonly query: Static<Q>;
  readonly params: Params<R>;
  /** The result of the check, if `lookup` returned a page. */
  readonly found?: LookupResult;
}

/** Additional input of a client operation. */
export interface BuyerFacts {
  /** `X-Service-SDK`, if it is well-formed (specification, "Public checkout client API"). */
  readonly sdk: string | null;
  /** `Idempotency-Key` as sent. */
  readonly idempotencyKey: string | null;
}

const sdkForm = /^[a-z-]+\/[0-9A-Za-z.+-]+$/;
const longestSdk = 64;

/** Whether a text is a valid `X-Service-SDK` value, such as `web/1.4.0`. */
export const isSdk = (text: string): boolean => text.length <= longestSdk && sdkForm.test(text);

/** An API operation, in the form that every surface uses. */
export interface Operation<I = Input, A = unknown> {
  readonly surface: Surface;
  /** `charges.create`: the name in rules, faults, rate limits, causes and the interface description. */
  readonly id: string;
  readonly method: Method;
  /** The path relative to the base of the operation's surface: `/transactions/{id}/void`. */
  readonly path: string;
  readonly summary: string;
  readonly access?: Access;
  /** The scope that a scoped key must have. */
  readonly scope?: string;
  /** The most requests per minute in the lowest tier, or per address and slug. Default: 300 for merchant writes. */
  readonly rate?: number;
  /** The maximum size of the body in bytes; 1 MB by default. */
  readonly largestBody?: number;
  /** A capability that the workspace must have in the mode. It is checked before the fields of the request. */
  readonly capability?: Capability;
  /** Whether pages of any origin can call the operation, as the browser SDK does with a publishable key. */
  readonly forPages?: boolean;
  readonly effects?: readonly DeclaredEffect[];
  /** The events that the handler sends with `ctx.emit`. Those that its moves send are not in this list. */
  readonly emits?: readonly AnyEmitted[];
  /** See `Emitting`. */
  readonly prepare?: (ctx: Context, id?: string) => Partial<I>;
  /** Whether the operation creates a charge from a body, which then has the fields of all items that it can spend. */
  readonly spends?: boolean;
  readonly body?: TObject;
  /** Whether a missing body is treated as `{}`. */
  readonly bodyOptional?: boolean;
  /** Whether the operation accepts `application/x-www-form-urlencoded` as well as JSON. */
  readonly form?: boolean;
  readonly query?: TObject;
  /** A description of each path parameter; `id` needs none. */
  readonly params?: Readonly<Record<string, string>>;
  /** The HTTP status of a success. */
  readonly status: number;
  readonly envelope: Envelope;
  /** The schema of the response inside the envelope. */
  readonly answer: TSchema;
  /** The refusals of the operation, in addition to those of its whole surface: keys, limits, malformed fields. */
  readonly refuses: readonly Refusal[];
  /** Builds the body of a refusal, if another specification defines it. */
  readonly refusalBody?: (error: ServiceError) => Record<string, unknown>;
  readonly assumed?: boolean;
  readonly example?: Example;
  readonly standIns?: StandIns;
  /** The name of the collection whose objects have a page. The response contains its address as `url`. */
  readonly pageOf?: string;
  readonly lookup?: (caller: { settings: Settings; mode: Mode }, input: I) => Lookup | null;
  /** The body fields that identify the owner of a call without a key. */
  readonly ownerBody?: TObject;
  /** Finds the owner of a call without a key; null (404) if the call has no owner. */
  readonly owner?: (kernel: Kernel, input: I) => Owner | null;
  readonly handle: (ctx: Context, input: I) => A | CommittedRefusal | ReplayedAnswer<A>;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers take different input; the schemas guard the edge
export type AnyOperation = Operation<any, any>;

/** The declaration of an operation on any surface. */
interface Declared<R extends Route, B extends TObject, Q extends TObject, A extends Answers> {
  readonly id: string;
  readonly summary: string;
  readonly rate?: number;
  readonly largestBody?: number;
  readonly effects?: readonly DeclaredEffect[];
  readonly spends?: boolean;
  readonly body?: B;
  readonly bodyOptional?: boolean;
  readonly query?: Q;
  readonly params?: { readonly [Name in Exclude<ParamName<R>, 'id'>]: string };
  readonly answers: A;
  readonly refuses?: readonly Refusal[];
  readonly assumed?: boolean;
  readonly example?: {
    readonly body?: Static<B>;
    readonly query?: Static<Q>;
    readonly params?: Params<R>;
    readonly further?: { readonly [Name in keyof Static<Q>]?: string };
  };
  readonly standIns?: StandIns;
}

interface MerchantDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A>,
    Emitting<R, B, Q> {
  readonly access: Access;
  readonly scope?: string;
  readonly capability?: Capability;
  readonly forPages?: boolean;
  /** Returns the only page that the operation requests, before its unit of work: handlers do no I/O. */
  readonly lookup?: (caller: { settings: Settings; mode: Mode }, input: Input<R, B, Q>) => Lookup | null;
  readonly handle: (ctx: Context, input: Input<R, B, Q>) => ExactResult<G, A>;
}

/** Declares an operation of the merchant API. Its path is relative to `/api/v1`. */
export const operation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | CommittedRefusal,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: MerchantDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q>, Result<A>> => declaredAs('merchant', route, declared);

interface BuyerDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A> {
  readonly capability?: Capability;
  /**
   * Finds the owner of the call; null (404) if the call has no owner. If the path has parameters, the function is
   * called with the parameters only, before the body is read.
   */
  readonly owner: (kernel: Kernel, input: Input<R, B, Q> & BuyerFacts) => Owner | null;
  /** The body fields that identify the owner, if any. They are validated before the other fields. */
  readonly ownerBody?: TObject;
  readonly handle: (ctx: Context, input: Input<R, B, Q> & BuyerFacts) => ExactResult<G, A>;
}

/**
 * Declares an operation without a key: part of the public checkout client API, the card vault, or a public form. Its
 * path starts at the origin. Its response has no envelope, and its refusals have no `type`.
 */
export const buyerOperation = <
  const R extends Route,
  const A extends readonly [number, BareAnswer<TSchema>],
  G extends Result<A> | CommittedRefusal | ReplayedAnswer<Result<A>>,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: BuyerDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q> & BuyerFacts, Result<A>> => declaredAs('client', route, declared);

/** Additional input of a merchant API operation without a key. */
export interface PublicFacts {
  /** The `Authorization` header as sent. */
  readonly authorization: string | null;
}

interface PublicDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A> {
  readonly form?: boolean;
  readonly refusalBody?: (error: ServiceError) => Record<string, unknown>;
  /** Finds the owner of the call. @throws a refusal if the call has no owner */
  readonly owner: (kernel: Kernel, input: Input<R, B, Q> & PublicFacts) => Owner;
  readonly handle: (ctx: Context, input: Input<R, B, Q> & PublicFacts) => ExactResult<G, A>;
}

/** Declares a merchant API operation without a key. */
export const publicOperation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | CommittedRefusal,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: PublicDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q> & PublicFacts, Result<A>> => ({
  ...declaredAs('merchant', route, declared),
  access: 'public',
});

interface ControlDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A>,
    Emitting<R, B, Q> {
  readonly capability?: Capability;
  /** The name of the collection whose objects have a page. The response contains its address as `url`. */
  readonly pageOf?: string;
  readonly handle: (ctx: Context, input: Input<R, B, Q>) => ExactResult<G, A>;
}

/** Declares an action of the developer on objects of a resource. Its path is relative to `/_emulator`. */
export const controlOperation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | CommittedRefusal,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: ControlDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q>, Result<A>> => declaredAs('control', route, declared);

/** Converts a declaration to the general form of an operation. The compiler has already checked the declaration. */
const declaredAs = (
  surface: Surface,
  route: Route,
  declared: Omit<AnyOperation, keyof ReturnType<typeof made>> & {
    readonly answers: Answers;
    readonly refuses?: readonly Refusal[];
  },
): AnyOperation => made(surface, route, handling(surface, declared));

/** Splits a route and the response into the fields that every surface uses. */
export function made<R extends Route, D extends { readonly answers: Answers; readonly refuses?: readonly Refusal[] }>(
  surface: Surface,
  route: R,
  declared: D,
) {
  const { answers, refuses = [], ...rest } = declared;
  const [status, answer] = answers;
  const [method, path] = route.split(' ', 2) as [Method, string];
  return { ...rest, surface, method, path, status, refuses, ...inEnvelope(answer) };
}

function inEnvelope(answer: Answers[1]): { envelope: Envelope; answer: TSchema } {
  if (isListed(answer)) return { envelope: 'list', answer: answer.list };
  if (isBare(answer)) return { envelope: 'bare', answer: answer.bare };
  return { envelope: 'data', answer };
}

const isListed = (answer: Answers[1]): answer is ListAnswer<TSchema> => 'list' in answer;
const isBare = (answer: Answers[1]): answer is BareAnswer<TSchema> => 'bare' in answer;
