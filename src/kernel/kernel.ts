import type { CollectionDef, Stored, Where } from '../store/collection.ts';
import type { Told } from './change.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import type { EventRecord, Unsent } from './events.ts';
import type { DataSet, State } from './state.ts';
import type { Job } from './time/jobs.ts';
import type { Mode, Workspace } from './workspace.ts';

/** What runs a unit of work, as far as the work itself asks for it. */
export interface KernelOf<Context> {
  readonly state: State;
  /** Where pages are served: `http://127.0.0.1:4747`. */
  readonly publicOrigin: string;
  dataSet(workspaceId: string, mode: Mode): DataSet;
  workspace(id: string): Workspace | undefined;
  /** Whose data set holds a record that an index names; null where nobody's does. */
  ownerOf<T extends Stored>(def: CollectionDef<T>, where: Where<T>): { workspace: Workspace; mode: Mode } | null;
  /** The collection whose records go through a lifecycle. */
  collectionOf(lifecycle: AnyLifecycle): CollectionDef<Stored>;
  /** What an event tells, by its declaration. */
  payloadOf(type: string, ctx: Context, record: Stored, details: Told): Readonly<Record<string, unknown>>;
  /** The list of what charges spend, lower ranks first. */
  readonly spends: readonly SpendingOf<Context>[];
  /** What other slices do after a move or an announced change. */
  reactionsTo(name: string): readonly ReactingOf<Context>[];
  /** What a kind of job does. @throws Error for a kind that no slice lists */
  runJob(ctx: Context, job: Job): void;
  /** @throws Error for a kind of job that no slice lists: it could be booked, and never run */
  checkJob(kind: string): void;
  /** Books deliveries for an event; returns why there is none, where that is not for want of endpoints. */
  stageDeliveries(ctx: Context, event: EventRecord): Unsent | undefined;
}

export interface ReactingOf<Context> {
  readonly run: (ctx: Context, id: string, details: Told) => void;
}

/** An entry of the list of what charges spend. What is bought, and what is taken of it, those know who read the list. */
export interface SpendingOf<Context> {
  readonly name: string;
  /** The ends of a charge after which it is given back. */
  readonly backAfter: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: `spend` ties what is checked, taken and given back to each other
  readonly check: (ctx: Context, purchase: any) => any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly take: (ctx: Context, what: any) => void;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly giveBack: (ctx: Context, what: any) => void;
}
