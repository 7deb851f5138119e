import * as T from '../../base/typebox.ts';
import type { CollectionDef, Stored } from '../../store/collection.ts';
import type { Announcement, Told } from '../change.ts';
import type { Context } from '../context.ts';
import type { Refusal } from '../errors.ts';
import type { SpendingOf } from '../kernel.ts';
import type { Job, JobKind } from '../time/jobs.ts';
import type { Exact } from './exact.ts';
import type { AnyLifecycle, AskableOf, DetailsOf, DetailsOfEvent, EmittedBy, MoveOf } from './lifecycle.ts';
import type { AnyOperation, Operation, ShownOf, Surface } from './operation.ts';
import type { OptionName } from './trigger-options.ts';

/** What an event is for, and its payload (specification, "Event types" and "Payloads"). */
export interface EventDef<Type extends string = string> {
  readonly type: Type;
  readonly about: string;
  /** The schema of what `data` gives. */
  readonly payload: T.TObject;
  // biome-ignore lint/suspicious/noExplicitAny: what the record is, the event's own slice knows
  readonly data: (record: any, ctx: Context, details: any) => Record<string, unknown>;
}

/** Declares an event that moves of a collection's lifecycle emit. */
export const event = <
  R extends Stored,
  L extends AnyLifecycle,
  const E extends EmittedBy<L>,
  P extends T.TObject,
  D extends ShownOf<P>,
>(
  _of: CollectionDef<R, L>,
  type: E,
  declared: {
    readonly about: string;
    readonly payload: P;
    readonly data: (record: R, ctx: Context, details: DetailsOfEvent<L, E>) => Exact<D, ShownOf<P>>;
  },
): EventDef<E> => ({ type, ...declared });

/** Work of a kind that the clock does. The job is already taken off the queue when it runs. */
export interface JobDef<P extends T.TObject = T.TObject> extends JobKind<P> {
  readonly about: string;
  /** What its subject is called, where that is no id of an object. */
  readonly of?: string;
  readonly run: (ctx: Context, subject: string, params: T.Static<P>, job: Job) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: what a job is told, its own slice knows
export type AnyJob = JobDef<any>;

const NoParams = T.Object({});

const jobs: JobKind[] = [];
/** Every job that has been declared so far: what no slice lists is found by it before anybody books it. */
export const declaredJobs = (): readonly JobKind[] => jobs;

/** Declares work that is booked for the clock by `ctx.schedule(job, subject, delay, params)`. */
export const job = <P extends T.TObject = typeof NoParams>(
  kind: string,
  declared: Omit<JobDef<P>, 'kind' | 'params'> & { readonly params?: P },
): JobDef<P> => {
  const made = { kind, ...declared, params: declared.params ?? (NoParams as unknown as P) };
  jobs.push(made);
  return made;
};

/**
 * "When X happens, do Y". It runs in the unit of work that made the move, and refuses all of it by throwing.
 */
export interface Reaction {
  /** `transaction.dispute` */
  readonly on: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: what is told, the declaration checks
  readonly run: (ctx: Context, id: string, details: any) => void;
}

/** Declares what follows a move, or each of several, of a lower slice's lifecycle. */
export const on = <L extends AnyLifecycle, const N extends MoveOf<L>>(
  lifecycle: L,
  moves: N | readonly N[],
  run: (ctx: Context, id: string, details: DetailsOf<L, N>) => void,
): Reaction => ({ on: [moves].flat().map((move) => `${lifecycle.noun}.${move}`), run });

/** Declares a change that is no move of a lifecycle, but that higher slices may react to. */
export const announcement = <D extends Told = Record<never, never>>(name: string): Announcement<D> => ({ name });

/** Declares what follows an announced change. */
export const onAnnounced = <D extends Told>(
  { name }: Announcement<D>,
  run: (ctx: Context, id: string, details: D) => void,
): Reaction => ({ on: [name], run });

/** What an entry of the list of what charges spend reads of a request, and how it may refuse one. */
export interface SpendRequest {
  /** Fields that may be left out. An operation that charges takes them without naming them. */
  readonly fields?: T.TObject;
  readonly refuses?: readonly Refusal[];
}

/** Something that a charge spends beside money: stock, a token that works once, the balance of a card. */
export interface SpendDef extends SpendingOf<Context> {
  readonly asks: Readonly<Partial<Record<Surface, SpendRequest>>>;
}

/** The schemas of the options that a move or a fresh object takes. */
export type Options = Readonly<Partial<Record<OptionName, T.TSchema>>>;
type Given<O extends Options> = { readonly [K in keyof O]?: T.Static<O[K] & T.TSchema> };

/** How a move is made on an object whose state allows it, and what may be said of it. */
export interface MoveTrigger<R> {
  readonly takes: Options;
  // biome-ignore lint/suspicious/noExplicitAny: `taking` ties what is given to what is taken
  readonly run: (ctx: Context, record: R, given: any) => unknown;
}

/** A move that takes options: each may be left out. */
export const taking = <R, O extends Options>(
  takes: O,
  run: (ctx: Context, record: R, given: Given<O>) => unknown,
): MoveTrigger<R> => ({ takes, run });

/** What is asked of a fresh object. */
export interface Asked<L, O extends Options = Options> {
  /** The move that it is made for. */
  readonly move: MoveOf<L>;
  readonly given: Given<O>;
  /** Fields of the request that override what `body` says: some decide what else the object needs. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** How the sandbox makes a fresh object: the request that a caller would send, by the operation's own schema. */
export interface FreshTrigger {
  readonly operation: AnyOperation;
  readonly takes: Options;
  readonly hears: Options;
  // biome-ignore lint/suspicious/noExplicitAny: `triggers` ties it to its operation
  readonly body: (ctx: Context, asked: any) => object;
}

/** How the sandbox makes objects of a resource, and each of their moves. */
export interface TriggerDef {
  readonly create: FreshTrigger;
  // biome-ignore lint/suspicious/noExplicitAny: what the record is, the slice's own declaration knows
  readonly moves: Readonly<Record<string, MoveTrigger<any>>>;
}

/**
 * Declares how a developer brings about what happens to a resource: every move that may be asked for must be there.
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
      /** What may be said of every fresh object. */
      readonly takes?: O;
      /** Options of moves that decide what object the move needs; said of no other move. */
      readonly hears?: H;
      /** What is sent beside what the developer sets. */
      readonly body: (ctx: Context, asked: Asked<L, O & H>) => Exact<B, I['body']>;
    };
    readonly moves: { readonly [M in AskableOf<L>]: MoveTrigger<R> | ((ctx: Context, record: R) => unknown) };
  },
): TriggerDef {
  const made = Object.entries<MoveTrigger<R> | ((ctx: Context, record: R) => unknown)>(moves).map(
    ([move, how]) => [move, typeof how === 'function' ? { takes: {}, run: how } : how] as const,
  );
  return { create: { takes: {}, hears: {}, ...create }, moves: Object.fromEntries(made) };
}

/** What a fixture may describe of a resource: a section of `objects`, in the words of the operation that makes one. */
export interface FixtureDef {
  /** `customers` */
  readonly section: string;
  /** What refers to one: `customer` in `customer_id`; the slice's own name where it is left out. */
  readonly noun?: string;
  readonly as: AnyOperation;
  /** What a file says of one, where that is not the operation's body. */
  readonly fields?: T.TObject;
  /** The body of the request, of what the file says. */
  readonly body?: (ctx: Context, fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** The fields that hold a time, which a file may give relative to the clock. */
  readonly times?: readonly string[];
  /** The id of what was made, where the answer is not the object itself. */
  readonly idOf?: (answer: Readonly<Record<string, unknown>>) => string;
  /** The parameters of the request's path, likewise. */
  readonly params?: (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
}

/** A cell of a list; `bad` is what needs somebody. */
export type ListCell = string | { readonly text: string; readonly tone: 'plain' | 'bad' | 'wait' | 'dim' };

/** A view of the dashboard. Lists that declare the same one share it as its parts, one shown at a time. */
export interface ListView {
  /** Where it stands among all views; the other places are those of views that list no objects. */
  readonly place: 2 | 3 | 4 | 5 | 6 | 8;
  readonly title: string;
  /** The title where there is little room, in five letters at most. */
  readonly brief: string;
  /** What is shown while there are no objects; `{trigger}` becomes how something is triggered there. Absent: none yet. */
  readonly empty?: string;
}

/** The list of a resource in the dashboard and on the command line. */
export interface ListDef<R = Stored> {
  /** `Checkout sessions` */
  readonly title: string;
  /** The title beside the other parts of its view, where that is shorter. */
  readonly brief?: string;
  /** What one is called in a sentence, where that is not its name. */
  readonly noun?: string;
  /** Where the dashboard shows it; absent: in the view that all other lists share. */
  readonly view?: ListView;
  /** Its place among the parts of its view; those without one follow in the order of the registry. */
  readonly part?: number;
  /** Cents, where it is about an amount. */
  readonly amount?: (record: R) => number | null;
  /** Who it is with: a name, an address, a rail. */
  readonly who: (record: R) => ListCell;
  /** What else there is to know at a glance. */
  readonly what: (record: R) => ListCell;
}

/** Declares how the objects of a collection are listed. */
export const objectList = <R extends Stored>(_of: CollectionDef<R>, declared: ListDef<R>): ListDef<R> => declared;
