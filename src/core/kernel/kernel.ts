import type { AnyCollectionDef, CollectionDef, Stored, Where } from '../store/collection.ts';
import type { MoveFacts } from './change.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import type { StoredEvent, UnsentReason } from './events.ts';
import type { DataSet, State } from './state.ts';
import type { Job } from './time/jobs.ts';
import type { Mode, Workspace } from './workspace.ts';

/** The parts of the engine that a unit of work itself calls. */
export interface KernelOf<Context> {
  readonly state: State;
  /** The origin of pages: `http://127.0.0.1:4747`. */
  readonly publicOrigin: string;
  /** The file of the font for letters of PDFs that Noto Sans lacks; null: the start named no font. */
  readonly pdfFont: string | null;
  dataSet(workspaceId: string, mode: Mode): DataSet;
  workspace(id: string): Workspace | undefined;
  /** Finds the workspace and mode whose data set holds a record, by an index; null if no data set holds it. */
  ownerOf<T extends Stored>(def: CollectionDef<T>, where: Where<T>): { workspace: Workspace; mode: Mode } | null;
  /**
   * Whether another workspace has an address that was just drawn: only a repeatable seed draws what somebody may know
   * before, and so may have put into a fixture.
   */
  isTaken(workspaceId: string, def: AnyCollectionDef, drawn: object): boolean;
  /** The collection whose records go through a lifecycle. */
  collectionOf(lifecycle: AnyLifecycle): CollectionDef<Stored>;
  /** The payload of an event, by its declaration. */
  payloadOf(type: string, ctx: Context, record: Stored, details: MoveFacts): Readonly<Record<string, unknown>>;
  /** The things that charges may spend, lower ranks first. */
  readonly spends: readonly SpendableOf<Context>[];
  /** The reactions of other slices to a move or an announced change. */
  reactionsTo(name: string): readonly ReactorOf<Context>[];
  /** Runs a job. @throws Error for a kind that no slice lists */
  runJob(ctx: Context, job: Job): void;
  /** @throws Error for a kind of job that no slice lists: such a job could be booked, but never run */
  checkJob(kind: string): void;
  /** Books deliveries for an event. Returns the reason if no delivery is booked although endpoints exist. */
  stageDeliveries(ctx: Context, event: StoredEvent): UnsentReason | undefined;
}

export interface ReactorOf<Context> {
  readonly run: (ctx: Context, id: string, details: MoveFacts) => void;
}

/** A thing that charges may spend. Only the slices that read the list know the types of purchase and spent thing. */
export interface SpendableOf<Context> {
  readonly name: string;
  /** The outcomes of a charge after which the thing is given back. */
  readonly backAfter: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: `spend` ties the types of check, take and giveBack to each other
  readonly check: (ctx: Context, purchase: any) => any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly take: (ctx: Context, what: any) => void;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly giveBack: (ctx: Context, what: any) => void;
}
