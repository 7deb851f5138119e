import type { Static, TObject, TSchema } from '../../base/typebox.ts';
import type { Context, Kernel } from '../context.ts';
import type { Refusal, Refused, ServiceError } from '../errors.ts';
import type { Page } from '../pagination.ts';
import type { Mode, Workspace } from '../workspace.ts';
import type { Capability } from './capability.ts';
import type { DeclaredEffect } from './effects.ts';
import type { Exact } from './exact.ts';
import type { Shown } from './schema.ts';
import type { Settings } from './settings.ts';

/** Which of the emulator's APIs an operation belongs to; each has its own policy of who calls, how often, and errors. */
export type Surface = 'merchant' | 'client' | 'control';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** A method and a path template: `POST /transactions/{id}/void`, below the base of the operation's surface. */
export type Route = `${Method} /${string}`;

type ParamName<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;
/** The parameters in a path: `{ id: string }`. */
export type Params<R> = { readonly [Name in ParamName<R>]: string };

/** Who may call an operation of the merchant API (specification, "Authentication"). */
export type Access =
  /** a secret key: every write that is not listed below */
  | 'secret'
  /** any key of a merchant: reads */
  | 'read'
  /** a secret key or a publishable one: tokenizing, 3-D Secure, wallet sheets */
  | 'publishable'
  /** an app access token alone */
  | 'app'
  /** nobody asks: the token route */
  | 'public';

/** How the answer is wrapped (specification, "Conventions" 2). */
export type Envelope = 'data' | 'list' | 'bare';

/** A page of a list: `{data: [...], has_more}`. */
export interface Listed<S extends TSchema> {
  readonly list: S;
}
/** An answer that stands in no envelope. */
export interface Bare<S extends TSchema> {
  readonly bare: S;
}
export const list = <S extends TSchema>(of: S): Listed<S> => ({ list: of });
export const bare = <S extends TSchema>(of: S): Bare<S> => ({ bare: of });

/** The status of success, and what is answered: in `{data: ...}` where it is neither `list` nor `bare`. */
export type Answers = readonly [status: number, answer: TSchema | Listed<TSchema> | Bare<TSchema>];

/** What the API shows of a model. */
export type ShownOf<S> = S extends TObject ? Static<Shown<S>> : S extends TSchema ? Static<S> : never;
/** What a handler gives, for what is answered. */
export type Result<A extends Answers> =
  A[1] extends Listed<infer S> ? Page<ShownOf<S>> : A[1] extends Bare<infer S> ? ShownOf<S> : ShownOf<A[1]>;

/** A stored answer that is given again: sent with `Idempotency-Replayed: true`. */
export class Replayed<A = unknown> {
  readonly body: A;

  constructor(body: A) {
    this.body = body;
  }
}

type Sent<G> = G extends Refused ? never : G extends Replayed<infer Body> ? Body : G;
/** What a handler gives, with no field that would not be sent: a record may have its internal ones. */
export type Exactly<G, A extends Answers, Seen = Sent<G>> = Exact<
  G,
  A[1] extends Listed<infer S>
    ? Page<Static<S>>
    : A[1] extends Bare<infer S>
      ? Static<S>
      : A[1] extends TSchema
        ? Static<A[1]>
        : never,
  Seen
>;

/** A page of this machine that an operation must see before it decides; whatever is not loopback is not asked. */
export interface Lookup {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly path: string;
  /** The name that the page is asked for under. */
  readonly host: string;
}

/** What was found there: the answer's status; null where nothing answered in time. */
export interface Found {
  readonly status: number | null;
}

/** The data set that a call without a key belongs to. */
export interface Owner {
  readonly workspace: Workspace;
  readonly mode: Mode;
}

type NoFields = TObject<Record<never, never>>;

/** What an operation is given of a request. */
export interface Input<R extends Route = Route, B extends TObject = NoFields, Q extends TObject = NoFields> {
  readonly body: Static<B>;
  readonly query: Static<Q>;
  readonly params: Params<R>;
  /** What `lookup` found, where it named a page. */
  readonly found?: Found;
}

/** What a client operation is given besides. */
export interface ClientFacts {
  /** `X-Service-SDK`, where it is well-formed (specification, "Public checkout client API"). */
  readonly sdk: string | null;
  /** `Idempotency-Key` as sent. */
  readonly idempotencyKey: string | null;
}

const sdkForm = /^[a-z-]+\/[0-9A-Za-z.+-]+$/;
const longestSdk = 64;

/** Whether a text is one that `X-Service-SDK` may hold: `web/1.4.0`. */
export const isSdk = (text: string): boolean => text.length <= longestSdk && sdkForm.test(text);

/** One operation of an API, as every surface reads it. */
export interface Operation<I = Input, A = unknown> {
  readonly surface: Surface;
  /** `charges.create`: names it in rules, faults, rate limits, causes and the interface description. */
  readonly id: string;
  readonly method: Method;
  /** Below the base of its surface: `/transactions/{id}/void`. */
  readonly path: string;
  readonly summary: string;
  readonly access?: Access;
  /** What a scoped key needs. */
  readonly scope?: string;
  /** Requests a minute: in the lowest tier, or of a client address and slug. Default 300 for a merchant's writes. */
  readonly rate?: number;
  /** How many bytes its body may have; default 1 MB. */
  readonly largestBody?: number;
  /** What a workspace must be able to do in the mode; it is asked before anything that was sent is looked at. */
  readonly capability?: Capability;
  /** Whether pages of any origin may call it: what the browser SDK reads with a publishable key. */
  readonly forPages?: boolean;
  readonly effects?: readonly DeclaredEffect[];
  /** Whether it charges by a body that names what is spent: it takes the fields of all that a charge may spend. */
  readonly spends?: boolean;
  readonly body?: TObject;
  /** Whether a request without a body is as good as `{}`. */
  readonly bodyOptional?: boolean;
  /** Whether it takes `application/x-www-form-urlencoded` as well as JSON. */
  readonly form?: boolean;
  readonly query?: TObject;
  /** What the parameters of the path are, in a sentence each; `id` says itself. */
  readonly params?: Readonly<Record<string, string>>;
  /** The status of success. */
  readonly status: number;
  readonly envelope: Envelope;
  /** The schema of what is inside the envelope. */
  readonly answer: TSchema;
  /** How it refuses, beside what every operation of its surface refuses: keys, limits, malformed fields. */
  readonly refuses: readonly Refusal[];
  /** The body of a refusal, where another specification says how it looks. */
  readonly refusalBody?: (error: ServiceError) => Record<string, unknown>;
  readonly assumed?: boolean;
  readonly example?: Example;
  /** The name of the collection whose objects have a page that it gives the address of, as `url`. */
  readonly pageOf?: string;
  readonly lookup?: (caller: { settings: Settings; mode: Mode }, input: I) => Lookup | null;
  /** The fields of the body that tell whose data a call without a key is about. */
  readonly ownerBody?: TObject;
  /** Whose data a call without a key is about; null where nobody's is: 404. */
  readonly owner?: (kernel: Kernel, input: I) => Owner | null;
  readonly handle: (ctx: Context, input: I) => A | Refused | Replayed<A>;
}

export interface Example {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers differ in what they take; the schemas guard the edge
export type AnyOperation = Operation<any, any>;

/** What an operation of any surface declares. */
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
  };
}

interface MerchantDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A> {
  readonly access: Access;
  readonly scope?: string;
  readonly capability?: Capability;
  readonly forPages?: boolean;
  /** Handlers do no I/O: the one thing that an operation may have read for it, before its unit of work begins. */
  readonly lookup?: (caller: { settings: Settings; mode: Mode }, input: Input<R, B, Q>) => Lookup | null;
  readonly handle: (ctx: Context, input: Input<R, B, Q>) => Exactly<G, A>;
}

/** Declares an operation of the merchant API, below `/api/v1`. */
export const operation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | Refused,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: MerchantDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q>, Result<A>> => declaredAs('merchant', route, declared);

interface ClientDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A> {
  readonly capability?: Capability;
  /**
   * Whose data the call is about; null where nobody's is: 404. Where the path has parameters it is asked before the
   * body is read, and with nothing but them.
   */
  readonly owner: (kernel: Kernel, input: Input<R, B, Q> & ClientFacts) => Owner | null;
  /** Those fields of the body that tell it, where they do: they are looked at before the others. */
  readonly ownerBody?: TObject;
  readonly handle: (ctx: Context, input: Input<R, B, Q> & ClientFacts) => Exactly<G, A>;
}

/**
 * Declares an operation that takes no key, from the origin on: of the public checkout client API, the card vault, or a
 * public form. What it answers stands in no envelope, and its refusals carry no `type`.
 */
export const clientOperation = <
  const R extends Route,
  const A extends readonly [number, Bare<TSchema>],
  G extends Result<A> | Refused | Replayed<Result<A>>,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: ClientDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q> & ClientFacts, Result<A>> => declaredAs('client', route, declared);

/** What an operation of the merchant API that takes no key is given besides. */
export interface PublicFacts {
  /** The `Authorization` header as sent. */
  readonly authorization: string | null;
}

interface PublicDeclared<R extends Route, B extends TObject, Q extends TObject, A extends Answers, G>
  extends Declared<R, B, Q, A> {
  readonly form?: boolean;
  readonly refusalBody?: (error: ServiceError) => Record<string, unknown>;
  /** @throws the refusal, where nobody's data is meant */
  readonly owner: (kernel: Kernel, input: Input<R, B, Q> & PublicFacts) => Owner;
  readonly handle: (ctx: Context, input: Input<R, B, Q> & PublicFacts) => Exactly<G, A>;
}

/** Declares an operation of the merchant API that nobody needs a key for. */
export const publicOperation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | Refused,
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
  extends Declared<R, B, Q, A> {
  readonly capability?: Capability;
  /** The name of the collection whose objects have a page that it gives the address of, as `url`. */
  readonly pageOf?: string;
  readonly handle: (ctx: Context, input: Input<R, B, Q>) => Exactly<G, A>;
}

/** Declares what a developer may do to objects of a resource, below `/_emulator`. */
export const controlOperation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | Refused,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  declared: ControlDeclared<R, B, Q, A, G>,
): Operation<Input<R, B, Q>, Result<A>> => declaredAs('control', route, declared);

/** An operation as all read it, of a declaration that was held to its own types where it stands. */
const declaredAs = (
  surface: Surface,
  route: Route,
  declared: Omit<AnyOperation, keyof ReturnType<typeof made>> & {
    readonly answers: Answers;
    readonly refuses?: readonly Refusal[];
  },
): AnyOperation => made(surface, route, declared);

/** Takes a route and the answers apart, as every surface wants them. */
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

const isListed = (answer: Answers[1]): answer is Listed<TSchema> => 'list' in answer;
const isBare = (answer: Answers[1]): answer is Bare<TSchema> => 'bare' in answer;

/** The names of the path's parameters. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Whether a path, without its query, is one that a template stands for. */
export const isPathOf = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
