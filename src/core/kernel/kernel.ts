import type { AnyCollectionDef, CollectionDef, Stored, Where } from '../store/collection.ts';
import type { MoveFacts } from './change.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import type { StoredEvent, UnsentReason } from './events.ts';
import type { DataSet, State } from './state.ts';
import type { Job } from './time/jobs.ts';
import type { Mode, Workspace } from './workspace.ts';

/** The parts of the engine that a unit of work calls. */
export interface KernelOf<Context> {
  readonly state: State;
  /** The origin of pages, such as `http://127.0.0.1:4747`. */
  readonly publicOrigin: string;
  /** The font file for characters in PDFs that Noto Sans does not contain; null if the start command named no font. */
  readonly pdfFont: string | null;
  dataSet(workspaceId: string, mode: Mode): DataSet;
  workspace(id: string): Workspace | undefined;
  /** Finds the workspace and mode whose data set contains a record, using an index; null if there is none. */
  ownerOf<T extends Stored>(def: CollectionDef<T>, where: Where<T>): { workspace: Workspace; mode: Mode } | null;
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
  /** Schedules deliveries for an event. Returns the reason if endpoints exist but no delivery was scheduled. */
  stageDeliveries(ctx: Context, event: StoredEvent): UnsentReason | undefined;
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
