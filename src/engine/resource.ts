import type { TObject, TSchema } from 'typebox';
import type { AnyClientOperation } from './client-operation.ts';
import type { CollectionDef, Stored } from './collection.ts';
import type { Context, Details } from './context.ts';
import type { Job } from './jobs.ts';
import type { Lifecycle, StatefulRecord } from './lifecycle.ts';
import type { AnyOperation } from './operation.ts';

/** What an event is for, and its payload (specification, "Event types" and "Payloads"). */
export interface EventDef<R extends Stored = Stored> {
  readonly about: string;
  /** The schema of what `data` gives, for the interface description. */
  readonly payload: TSchema;
  readonly data: (record: R, ctx: Context, details: Details) => Record<string, unknown>;
}

/** Work of a kind that the clock does. The job is already taken off the queue when it runs. */
export interface JobDef {
  readonly about: string;
  readonly run: (ctx: Context, job: Job) => void;
}

/**
 * "When X happens, do Y": `on` is `resource.verb`, or a name that a slice announces. It runs in the unit of work that
 * made the move, and refuses all of it by throwing.
 */
export interface Reaction {
  readonly on: string;
  readonly run: (ctx: Context, id: string, details: Details) => void;
}

/** What a developer may say about an object that a trigger makes or moves. */
export interface TriggerInput {
  /** Cents. */
  amount?: number;
  code?: string;
  kind?: string;
  reason?: string;
  /** Fields of the request that makes a fresh object, to be overridden. */
  set?: Readonly<Record<string, unknown>>;
}

/** How the sandbox makes an object of this resource, and what a move needs beside its name. */
export interface TriggerDef<R extends StatefulRecord = StatefulRecord> {
  /** Makes a fresh object, by the operations that a caller would use, for the sake of one move. */
  readonly fresh: (ctx: Context, verb: string, input: TriggerInput) => R;
  /** Makes the move on an object whose state allows it. */
  readonly apply: (ctx: Context, record: R, verb: string, input: TriggerInput) => R;
  /** Which options a move takes, for `trigger --list`. */
  readonly options?: Readonly<Record<string, readonly (keyof TriggerInput)[]>>;
}

/** The table of contents of a slice. */
export interface ResourceDef {
  readonly name: string;
  /** What `object` says, the schema behind it, and how the docs call it. */
  readonly models: Readonly<Record<string, TObject | TSchema>>;
  readonly collections: readonly CollectionDef<Stored>[];
  readonly lifecycle?: Lifecycle;
  readonly operations: readonly AnyOperation[];
  /** What buyers and recipients may call without a key. */
  readonly clientOperations?: readonly AnyClientOperation[];
  readonly events?: Readonly<Record<string, EventDef>>;
  readonly jobs?: Readonly<Record<string, JobDef>>;
  /** Changes that are no moves of a lifecycle, but may be reacted to: `payment_method.delete`. */
  readonly announces?: readonly string[];
  readonly reactions?: readonly Reaction[];
  readonly trigger?: TriggerDef;
}

/** Types are checked inside a slice; outside, all resources look alike. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where a slice's own types end
type Loose = any;

export function defineResource(def: {
  name: string;
  models: ResourceDef['models'];
  collections: readonly CollectionDef<Loose>[];
  lifecycle?: Lifecycle<Loose, Loose, Loose>;
  operations: readonly AnyOperation[];
  clientOperations?: readonly AnyClientOperation[];
  events?: Readonly<Record<string, EventDef<Loose>>>;
  jobs?: Readonly<Record<string, JobDef>>;
  announces?: readonly string[];
  reactions?: readonly Reaction[];
  trigger?: TriggerDef<Loose>;
}): ResourceDef {
  return def;
}
