import * as T from '../../base/typebox.ts';
import type { CollectionDef, Stored } from '../../store/collection.ts';
import type { Announcement, MoveFacts } from '../change.ts';
import type { Context } from '../context.ts';
import type { EmittedEvent } from '../emitted.ts';
import type { Refusal } from '../errors.ts';
import type { SpendableOf } from '../kernel.ts';
import type { Job, JobKind } from '../time/jobs.ts';
import type { Exact } from './exact.ts';
import type { AnyLifecycle, AskableOf, DetailsOf, DetailsOfEvent, EmittedBy, MoveOf } from './lifecycle.ts';
import type { AnyOperation, Operation, ShownOf, Surface } from './operation.ts';
import type { OptionName } from './trigger-options.ts';

/** An event type with its description and payload (specification, "Event types" and "Payloads"). */
// biome-ignore lint/suspicious/noExplicitAny: only the event's own slice knows the record type and the details
export interface EventDef<Type extends string = string, R extends Stored = any, D = any> extends EmittedEvent<R, D> {
  readonly type: Type;
  readonly about: string;
  /** Whether only this emulator sends the event, because the specification does not name it. */
  readonly assumed?: boolean;
  /** The schema of the object that `data` returns. */
  readonly payload: T.TObject;
  readonly data: (record: R, ctx: Context, details: D) => Record<string, unknown>;
}

/** Declares an event that moves of a collection's lifecycle emit. `operationEvent` needs no move. */
export const event = <
  R extends Stored,
  L extends AnyLifecycle,
  const E extends EmittedBy<L>,
  P extends T.TObject,
  D extends ShownOf<P>,
>(
  of: CollectionDef<R, L>,
  type: E,
  declared: EventDeclared<R, DetailsOfEvent<L, E>, P, D>,
): EventDef<E, R, DetailsOfEvent<L, E>> => ({ type, of, ...declared });

/**
 * Declares an event that operations emit without a move: they list it in `emits`, and their handlers call `ctx.emit`.
 * @typeParam X what `ctx.emit` must pass in addition to the record, as the third parameter of `data` declares it
 */
export const operationEvent = <
  R extends Stored,
  const E extends `${string}.${string}`,
  P extends T.TObject,
  D extends ShownOf<P>,
  X extends object = Record<never, never>,
>(
  of: CollectionDef<R>,
  type: E,
  declared: EventDeclared<R, X, P, D>,
): EventDef<E, R, X> => ({ type, of, ...declared });

interface EventDeclared<R extends Stored, X, P extends T.TObject, D> {
  readonly about: string;
  readonly assumed?: boolean;
  readonly payload: P;
  readonly data: (record: R, ctx: Context, details: X) => Exact<D, ShownOf<P>>;
}

/** A kind of work that the clock runs. A job leaves the queue before it runs. */
export interface JobDef<P extends T.TObject = T.TObject> extends JobKind<P> {
  readonly about: string;
  /** The display name of the job: `renewal`. If absent, the verb of its kind. */
  readonly noun?: string;
  /** The name of the job's subject if the subject is not the id of an object. */
  readonly of?: string;
  readonly run: (ctx: Context, subject: string, params: T.Static<P>, job: Job) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: only the job's own slice knows its parameters
export type AnyJob = JobDef<any>;

const NoParams = T.Object({});

const jobs: JobKind[] = [];
/** All jobs declared so far. A check finds jobs that no slice lists, before a caller can schedule them. */
export const declaredJobs = (): readonly JobKind[] => jobs;

/** Declares a job. `ctx.schedule(job, subject, delay, params)` schedules it. */
export const job = <P extends T.TObject = typeof NoParams>(
  kind: string,
  declared: Omit<JobDef<P>, 'kind' | 'params'> & { readonly params?: P },
): JobDef<P> => {
  const made = { kind, ...declared, params: declared.params ?? (NoParams as unknown as P) };
  jobs.push(made);
  return made;
};

/**
 * "When X happens, do Y". A reaction runs in the same unit of work as the move. It can refuse the whole unit by
 * throwing.
 */
export interface Reaction {
  /** `transaction.dispute` */
  readonly on: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the declaration checks the details
  readonly run: (ctx: Context, id: string, details: any) => void;
}

/** Declares a reaction to one or more moves of a lower slice's lifecycle. */
export const on = <L extends AnyLifecycle, const N extends MoveOf<L>>(
  lifecycle: L,
  moves: N | readonly N[],
  run: (ctx: Context, id: string, details: DetailsOf<L, N>) => void,
): Reaction => ({ on: [moves].flat().map((move) => `${lifecycle.noun}.${move}`), run });

/** Declares a change that is not a move of a lifecycle, so that higher slices can react to it. */
export const announcement = <D extends MoveFacts = Record<never, never>>(name: string): Announcement<D> => ({ name });

/** Declares a reaction to an announced change. */
export const onAnnounced = <D extends MoveFacts>(
  { name }: Announcement<D>,
  run: (ctx: Context, id: string, details: D) => void,
): Reaction => ({ on: [name], run });

/** The request fields that a spendable item reads, and its refusals. */
interface SpendRequest {
  /** Optional fields. Every operation that creates a charge accepts them without declaring them. */
  readonly fields?: T.TObject;
  readonly refuses?: readonly Refusal[];
}

/** An item that a charge spends in addition to money: stock, a single-use token, the balance of a card. */
export interface SpendDef extends SpendableOf<Context> {
  readonly asks: Readonly<Partial<Record<Surface, SpendRequest>>>;
}

/** The schemas of the options that a move or a new object accepts. */
export type Options = Readonly<Partial<Record<OptionName, T.TSchema>>>;
type OptionValues<O extends Options> = { readonly [K in keyof O]?: T.Static<O[K] & T.TSchema> };

/** How a developer makes a move on an object whose state allows the move, with the options of the move. */
export interface MoveTrigger<R> {
  readonly takes: Options;
  // biome-ignore lint/suspicious/noExplicitAny: `taking` ties the type of `given` to `takes`
  readonly run: (ctx: Context, record: R, given: any) => unknown;
}

/** Declares a move whose options can all be omitted. */
export const taking = <R, O extends Options>(
  takes: O,
  run: (ctx: Context, record: R, given: OptionValues<O>) => unknown,
): MoveTrigger<R> => ({ takes, run });

/** The requirements for a new object. */
export interface FreshObjectRequest<L, O extends Options = Options> {
  /** The move that the object is created for. */
  readonly move: MoveOf<L>;
  readonly given: OptionValues<O>;
  /**
   * Fields of the request that override the fields of `body`; some of them determine which other fields the object
   * needs.
   */
  readonly set: Readonly<Record<string, unknown>>;
}

/**
 * The request with which the sandbox creates a new object. A caller would send the same request to the same
 * operation.
 */
interface FreshTrigger {
  readonly operation: AnyOperation;
  readonly takes: Options;
  readonly hears: Options;
  // biome-ignore lint/suspicious/noExplicitAny: `triggers` ties it to its operation
  readonly body: (ctx: Context, asked: any) => object;
}

/** How the sandbox creates objects of a resource, and how it makes each of their moves. */
export interface TriggerDef {
  readonly create: FreshTrigger;
  // biome-ignore lint/suspicious/noExplicitAny: only the slice's own declaration knows the record type
  readonly moves: Readonly<Record<string, MoveTrigger<any>>>;
}

/**
 * Declares how a developer triggers the moves of a resource. The declaration must include every move that a developer
 * can request by name.
 */
export function triggers<
  R extends Stored,
  L extends AnyLifecycle,
  I extends { readonly body: object },
  B extends Partial<I['body']>,
  O extends Options = Record<never, never>,
  H extends Options = Record<never, never>,
>(
  _of: CollectionDef<R, L>,
  {
    create,
    moves,
  }: {
    readonly create: {
      readonly operation: Operation<I, unknown>;
      /** The options of every new object. */
      readonly takes?: O;
      /** Options that affect only how the object is created for a move. */
      readonly hears?: H;
      /** The rest of the request, in addition to the developer's fields. */
      readonly body: (ctx: Context, asked: FreshObjectRequest<L, O & H>) => Exact<B, I['body']>;
    };
    readonly moves: { readonly [M in AskableOf<L>]: MoveTrigger<R> | ((ctx: Context, record: R) => unknown) };
  },
): TriggerDef {
  const made = Object.entries<MoveTrigger<R> | ((ctx: Context, record: R) => unknown)>(moves).map(
    ([move, how]) => [move, typeof how === 'function' ? { takes: {}, run: how } : how] as const,
  );
  return { create: { takes: {}, hears: {}, ...create }, moves: Object.fromEntries(made) };
}

/**
 * The section of `objects` in a fixture for one resource. Its fields are those of the operation that creates an
 * object.
 */
export interface FixtureDef {
  /** `customers` */
  readonly section: string;
  /** The noun in references: `customer` in `customer_id`. By default, the slice's own name. */
  readonly noun?: string;
  readonly as: AnyOperation;
  /** The fields in the file if they differ from the operation's body. */
  readonly fields?: T.TObject;
  /** Builds the body of the request from the fields of the file. */
  readonly body?: (ctx: Context, fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** The fields with a time, which a file can specify relative to the clock. */
  readonly times?: readonly string[];
  /** The id of the new object, if the response is not the object itself. */
  readonly idOf?: (answer: Readonly<Record<string, unknown>>) => string;
  /** The parameters of the request's path, if it has any. */
  readonly params?: (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
}

/** A cell of a list. The tone `bad` marks a problem. */
export type ListCell = string | { readonly text: string; readonly tone: 'plain' | 'bad' | 'wait' | 'dim' };

/** A view of the dashboard. Lists with the same view are its parts; the view shows one part at a time. */
export interface ListView {
  /** The position among all views; the other positions belong to views that list no objects. */
  readonly place: 2 | 3 | 4 | 5 | 6 | 8;
  readonly title: string;
  /** The title for narrow terminals, with at most five letters. */
  readonly brief: string;
  /**
   * The text of an empty list. `{trigger}` is replaced with the way to trigger an object of the view. If absent, the
   * text is "None yet" with the views that contain objects.
   */
  readonly empty?: string;
}

/** How the dashboard and the command line list the objects of a resource. */
export interface ListDef<R = Stored> {
  /** `Checkout sessions` */
  readonly title: string;
  /** The shorter title for use next to the other parts of the view. If absent, `title`. */
  readonly brief?: string;
  /** The noun for use in a sentence, if it differs from the resource's name. */
  readonly noun?: string;
  /** The view of the dashboard. If absent, the view that all remaining lists share. */
  readonly view?: ListView;
  /** The position among the parts of its view. Lists without a position follow in the order of the registry. */
  readonly part?: number;
  /** The amount in cents, if the object has one. */
  readonly amount?: (record: R) => number | null;
  /** The other party: a name, an address or a rail. */
  readonly who: (record: R) => ListCell;
  /** The rest of the summary. */
  readonly what: (record: R) => ListCell;
}

/** Declares how the objects of a collection are listed. */
export const objectList = <R extends Stored>(_of: CollectionDef<R>, declared: ListDef<R>): ListDef<R> => declared;
