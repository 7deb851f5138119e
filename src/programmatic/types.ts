import type { Acceptance } from '../audit/acceptance.ts';
import type { AuditReport } from '../audit/matchers.ts';
import type { WorkspaceSettings } from '../client/declared.ts';
import type {
  Assertion,
  DeliveryView,
  EndpointAdded,
  EndpointRequest,
  EndpointView,
  EventDetails,
  EventType,
  EventView,
  FaultRequest,
  FaultView,
  OperationGiven,
  RequestDetails,
  RequestView,
  RuleRequest,
  TriggerName,
  TriggerRan,
  TriggerRequest,
} from '../client/names.ts';
import type { Method } from '../client/transport.ts';
import type {
  Asserted,
  ClockMoved,
  ClockRead,
  ClockView,
  KeysView,
  LedgerEntryView,
  MailDetails,
  MailView,
  MarkView,
  Replayed,
  Reset,
  RuleView,
  Settled,
  SnapshotView,
  Status,
  WorkspaceView,
} from '../control/wire.ts';
import type { Mode } from '../kernel/workspace.ts';
import type { StartOptions } from '../start-options.ts';
import type { MerchantApi } from './merchant-api.ts';

export type { Acceptance, AuditReport, StartOptions };

export interface EventFilter<E extends EventType = EventType> {
  /** `payout.paid` */
  type?: E;
  /** Only events about this object. */
  id?: string;
  /** Only events emitted after this one. */
  after?: string;
  /** The newest so many; default all. */
  limit?: number;
}

export interface WaitOptions<E extends EventType = EventType> {
  /** About this object. */
  id?: string;
  /** Emitted after this event; without it one that has already happened counts. */
  after?: string;
  /** An attempt to deliver it was answered with this status. */
  status?: number;
  /** It has reached an endpoint, which answered 2xx. */
  delivered?: boolean;
  /** Any further condition. */
  where?: (event: EventView<E>) => boolean;
  /** Real milliseconds, or a duration such as `10s`. Default 4 s, so that it ends before a test does. */
  timeout?: number | string;
}

/** Which rules an audit judges, each by its id, or a group of them by `webhook/`; and what may stay. */
export interface AuditOptions {
  only?: readonly string[];
  skip?: readonly string[];
  /** Findings that are known and may stay, each with the reason. */
  accept?: readonly Acceptance[];
}

/** One data set of the emulator: a workspace in test or live mode. Lists are newest first. */
export interface Workspace {
  readonly id: string;
  readonly mode: Mode;
  /** Of the emulator: `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Of the merchant API: `http://127.0.0.1:49152/api/v1`. */
  readonly apiBase: string;
  /** Of the client API, for pages and mobile apps: `http://127.0.0.1:49152/api`. */
  readonly clientBase: string;
  /** The keys of both modes; null where the fixture gives none. */
  readonly keys: KeysView['keys'];
  /** The secret key of this mode. @throws EmulatorError `no_key` where the fixture gives none */
  readonly secretKey: string;
  /** The publishable key of this mode. @throws EmulatorError `no_key` where the fixture gives none */
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** The same workspace in live mode. */
  readonly live: Workspace;
  readonly api: MerchantApi;

  /**
   * Says whether something was requested, emitted or delivered, or what a balance is, and what came nearest where it is not
   * so. The matchers `toHaveRequested`, `toHaveEmitted`, `toHaveDelivered` and `toHaveBalance` ask this.
   */
  assert<const N extends string = OperationGiven>(assertion: Assertion<N>): Promise<Asserted>;
  /** Brings about an event or a move: on `id`, else on a fresh object that is made with all it needs. */
  trigger<N extends TriggerName>(name: N, request?: TriggerRequest<N>): Promise<TriggerRan>;
  readonly clock: {
    get(): Promise<ClockView>;
    /** A duration (`30d`, `P1M`), `next`, or the id of a job. Everything that comes due runs, each at its own time. */
    advance(by: string): Promise<ClockMoved>;
    /** Forward to an ISO 8601 instant. */
    set(to: string): Promise<ClockMoved>;
    freeze(): Promise<ClockMoved>;
    /** @param options.rate how many of its seconds pass in a real one, 1 to 86,400 (default 1) */
    run(options?: { rate?: number }): Promise<ClockMoved>;
  };
  /** Runs what is due or waits for a settlement, and waits until every delivery has ended. */
  settle(): Promise<Settled>;
  readonly events: {
    list<E extends EventType = EventType>(filter?: EventFilter<E>): Promise<EventView<E>[]>;
    /** With the request behind it, the change of state and each delivery attempt. */
    get(id: string): Promise<EventDetails>;
    /** @throws WaitTimeoutError that says what came instead, and what the clock waits for */
    waitFor<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<EventView<E>>;
    resend(id: string, to?: string): Promise<DeliveryView[]>;
  };
  readonly webhooks: {
    list(): Promise<EndpointView[]>;
    /**
     * Where no `secret` is given a fresh one is made; the answer shows it. An endpoint that the address has already is
     * changed, unless `again` asks for another.
     */
    add(endpoint: EndpointRequest & { url: string; again?: boolean }): Promise<EndpointAdded>;
    update(id: string, endpoint: EndpointRequest): Promise<EndpointView>;
    /** A new secret (a fresh one where none is given); deliveries are signed with both for `overlap`, a day. */
    rotate(id: string, options?: { secret?: string; overlap?: number | string }): Promise<EndpointView>;
    remove(id: string): Promise<void>;
    deliveries(filter?: {
      endpoint?: string;
      event?: string;
      status?: 'pending' | 'delivered' | 'failed';
      limit?: number;
    }): Promise<DeliveryView[]>;
  };
  /** The log of API requests. */
  readonly requests: {
    list(filter?: { status?: number; method?: 'HEAD' | Method; limit?: number }): Promise<RequestView[]>;
    get(id: string): Promise<RequestDetails>;
    replay(id: string): Promise<Replayed>;
  };
  /** The captured mailbox. */
  readonly mail: {
    list(filter?: { to?: string; limit?: number }): Promise<MailView[]>;
    get(id: string): Promise<MailDetails>;
    /** As it was sent (RFC 5322). */
    raw(id: string): Promise<string>;
  };
  readonly faults: {
    list(): Promise<FaultView[]>;
    add(fault: FaultRequest): Promise<FaultView>;
    remove(id: string): Promise<void>;
  };
  /** Outcome rules of this workspace. */
  readonly rules: {
    list(): Promise<RuleView[]>;
    add(rule: RuleRequest): Promise<RuleView>;
    remove(id: string): Promise<void>;
  };
  /** What moved money, newest first, and the balances that it adds up to (`status`). */
  ledger(filter?: {
    account?: LedgerEntryView['account'];
    /** The id of the object that it moved for. */
    subject?: string;
    limit?: number;
  }): Promise<LedgerEntryView[]>;
  /** Draws a line into the log, as at the start of a test; `failed` says that the section that ends went wrong. */
  mark(text: string, options?: { failed?: boolean }): Promise<MarkView>;
  /** Judges the application by what the workspace recorded; `expect(...).toHaveNoViolations()` reads the report. */
  audit(options?: AuditOptions): Promise<AuditReport>;
  status(): Promise<Status>;
  /** The whole state as a fixture. */
  export(): Promise<Record<string, unknown>>;
  /** Saves the state of the workspace, both modes; without a name under a fresh one. */
  snapshot(name?: string): Promise<SnapshotView>;
  /** Goes back to a snapshot: data, clock, jobs, ids, keys, endpoints, rules and settings. */
  restore(snapshot: string | { name: string }): Promise<ClockRead>;
  /** Puts the workspace back to its fixture. */
  reset(): Promise<Reset>;
}

/** A workspace that can be removed, also by `await using`. */
export interface OwnWorkspace extends Workspace, AsyncDisposable {
  remove(): Promise<void>;
}

export interface WorkspaceRequest {
  /** Default: a fresh one. */
  id?: string;
  /** The name of a bundled fixture, or a file. Default `default`. */
  fixture?: string;
  /** `gateway`, `settlement`, `three_ds_enabled` and the others; what is left out is the fixture's. */
  settings?: WorkspaceSettings;
}

export interface ConnectOptions {
  /** What its own calls are about. Default: the emulator's default workspace. */
  workspace?: string;
  /** Default `test`. */
  mode?: Mode;
  /** What an emulator that was started with `--allow-remote` has printed. */
  token?: string;
  /**
   * The certificate that an emulator at https may show besides those that Node trusts: a file, or PEM as it is. Default: the
   * file that `EMULATOR_CA` names.
   */
  ca?: string;
}

/**
 * A running emulator. Its own calls are about the default workspace in test mode, unless it was connected to for
 * others.
 */
export interface Emulator extends Workspace, AsyncDisposable {
  readonly workspaces: {
    /** A fresh isolated workspace with keys and data of its own. */
    create(request?: WorkspaceRequest): Promise<OwnWorkspace>;
    get(id: string): Promise<OwnWorkspace>;
    list(): Promise<WorkspaceView[]>;
  };
  /**
   * Writes what happened until now into a file: one page that shows the run, and that `startEmulator({ from })` goes back
   * into. Whole or not at all.
   * @param options.limit how many bytes it may have; default 25 MB
   */
  record(file: string, options?: { limit?: number }): Promise<void>;
  /**
   * Answers what is in flight and closes; more than once is once. One that was connected to is let go, and runs on.
   */
  stop(): Promise<void>;
}
