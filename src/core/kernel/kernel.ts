import type { AnyCollectionDef, CollectionDef, IndexFields, Served, Stored, Where } from '../store/collection.ts';
import type { MoveFacts } from './change.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import type { StoredEvent, UnsentReason } from './events.ts';
import type { Facility } from './facility.ts';
import type { DataSet, State } from './state.ts';
import type { Job } from './time/jobs.ts';
import type { Mode, Workspace } from './workspace.ts';

/** The parts of the engine that a unit of work calls. */
export interface KernelOf<Context> {
  readonly state: State;
  /** What the program that runs the slices provides, or the initial value. */
  facility<V>(of: Facility<V>): V;
  dataSet(workspaceId: string, mode: Mode): DataSet;
  workspace(id: string): Workspace | undefined;
  /** Finds the workspace and mode whose data set contains a record, using an index; null if there is none. */
  ownerOf<T extends Stored, I extends IndexFields<T>, const W extends Where<T>>(
    def: CollectionDef<T, unknown, I>,
    where: W & Served<T, I, W>,
  ): { workspace: Workspace; mode: Mode } | null;
  /**
   * Whether another workspace already has an address that was just generated. This can only happen with a repeatable
   * seed: its addresses are predictable, so a fixture can contain them.
   */
  isTaken(workspaceId: string, def: AnyCollectionDef, drawn: object): boolean;
  /** The collection whose records use a lifecycle. */
  collectionOf(lifecycle: AnyLifecycle): CollectionDef<Stored>;
  /** Builds the payload of an event according to its declaration. */
  payloadOf(type: string, ctx: Context, record: Stored, details: MoveFacts): Readonly<Record<string, unknown>>;
  /** The items that charges can spend, lower ranks first. */
  readonly spends: readonly SpendableOf<Context>[];
  /** The reactions of other slices to a move or an announced change. */
  reactionsTo(name: string): readonly ReactorOf<Context>[];
  /** Runs a job. @throws Error if no slice lists the kind */
  runJob(ctx: Context, job: Job): void;
  /** @throws Error if no slice lists the kind of job: such a job could be scheduled but never run */
  checkJob(kind: string): void;
  /** Decides who receives an event. Returns the reason if a receiver exists that does not get it. */
  routeEvent(ctx: Context, event: StoredEvent): UnsentReason | undefined;
}

export interface ReactorOf<Context> {
  readonly run: (ctx: Context, id: string, details: MoveFacts) => void;
}

/** An item that charges can spend. Only the slices that use the list know the types of purchases and items. */
export interface SpendableOf<Context> {
  readonly name: string;
  /** The outcomes of a charge after which the item is returned. */
  readonly backAfter: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: `spend` ties the types of check, take and giveBack to each other
  readonly check: (ctx: Context, purchase: any) => any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly take: (ctx: Context, what: any) => void;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly giveBack: (ctx: Context, what: any) => void;
}
