import type { Acceptance } from '../audit/acceptance.ts';
import type { AuditReport } from '../audit/matchers.ts';
import type {
  Assertion,
  DeliveryView,
  EndpointRequest,
  EndpointView,
  EventDetails,
  EventType,
  EventView,
  FaultRequest,
  FaultView,
  NewEndpoint,
  OperationReference,
  RequestDetails,
  RequestView,
  RuleRequest,
  TriggerName,
  TriggerRan,
  TriggerRequest,
} from '../client/names.ts';
import type { Method } from '../client/transport.ts';
import type { WorkspaceSettings } from '../core/generated/declared.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { StartOptions } from '../emulator/start-options.ts';
import type {
  AssertionResult,
  ClockMoveResult,
  ClockReading,
  ClockView,
  Idle,
  KeysView,
  LedgerEntryView,
  MailDetails,
  MailView,
  MarkView,
  ReplayResult,
  Reset,
  RuleView,
  SettleResult,
  SnapshotView,
  Status,
  WorkspaceView,
} from '../sandbox/control/wire.ts';
import type { MerchantApi } from './merchant-api.ts';

export type { Acceptance, AuditReport, StartOptions };

export interface EventFilter<E extends EventType = EventType> {
  /** `payout.paid` */
  type?: E;
  /** Only events about this object. */
  id?: string;
  /** Only events emitted after this event. */
  after?: string;
  /** The maximum number of events, which are the newest; default: all events. */
  limit?: number;
}

export interface WaitOptions<E extends EventType = EventType> {
  /** The event is about this object. */
  id?: string;
  /** The event was emitted after this event. Without it, an event that has already happened counts. */
  after?: string;
  /** The receiver responded to a delivery attempt with this status. */
  status?: number;
  /** An endpoint has received the event and responded with 2xx. */
  delivered?: boolean;
  /** Any further condition. */
  where?: (event: EventView<E>) => boolean;
  /** Real milliseconds, or a duration such as `10s`. Default: 4 s, which is less than a test's usual time limit. */
  timeout?: number | string;
}

/** The rules that an audit checks, each by its id or as a group such as `webhook/`, and the accepted findings. */
export interface AuditOptions {
  only?: readonly string[];
  skip?: readonly string[];
  /** Known findings that the audit accepts, each with the reason. */
  accept?: readonly Acceptance[];
}

/** One data set of the emulator: a workspace in test or live mode. Lists are newest first. */
export interface Workspace {
  readonly id: string;
  readonly mode: Mode;
  /** The emulator's URL, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** The URL of the merchant API, such as `http://127.0.0.1:49152/api/v1`. */
  readonly apiBase: string;
  /** The URL of the client API for pages and mobile apps, such as `http://127.0.0.1:49152/api`. */
  readonly clientBase: string;
  /** The keys of both modes; null if the fixture has no keys. */
  readonly keys: KeysView['keys'];
  /** The secret key of this mode. @throws EmulatorError `no_key` if the fixture has no such key */
  readonly secretKey: string;
  /** The publishable key of this mode. @throws EmulatorError `no_key` if the fixture has no such key */
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** The same workspace in live mode. */
  readonly live: Workspace;
  readonly api: MerchantApi;

  /**
   * Asserts a request, an event or a delivery, or the value of a balance. A failure shows the nearest message. The
   * matchers `toHaveRequested`, `toHaveEmitted`, `toHaveDelivered` and `toHaveBalance` use this method.
   */
  assert<const N extends string = OperationReference>(assertion: Assertion<N>): Promise<AssertionResult>;
  /** Triggers an event or a move on `id`, or on a new object that is created with all objects that it needs. */
  trigger<N extends TriggerName>(name: N, request?: TriggerRequest<N>): Promise<TriggerRan>;
  readonly clock: {
    get(): Promise<ClockView>;
    /**
     * Advances the clock by a duration (`30d`, `P1M`), to the `next` job, or to the job with an id. Every job that
     * comes due runs at its own time.
     */
    advance(by: string): Promise<ClockMoveResult>;
    /** Advances the clock to an ISO 8601 instant. */
    set(to: string): Promise<ClockMoveResult>;
    freeze(): Promise<ClockMoveResult>;
    /** @param options.rate emulated seconds per real second, 1 to 86,400 (default 1) */
    run(options?: { rate?: number }): Promise<ClockMoveResult>;
  };
  /** Runs the jobs that are due and those that wait for a settlement, and waits until every delivery has ended. */
  settle(): Promise<SettleResult>;
  /**
   * Waits until no work is pending: no request, due job, webhook or email. The emulator does not know what an
   * application does after its last response.
   * @param options.within real milliseconds, or a duration such as `10s`, up to 60 s (default: 5 s)
   * @returns whether no work is pending, and the pending work if the time ran out
   */
  idle(options?: { within?: number | string }): Promise<Idle>;
  readonly events: {
    list<E extends EventType = EventType>(filter?: EventFilter<E>): Promise<EventView<E>[]>;
    /** The event with its request, its change of state and every delivery attempt. */
    get(id: string): Promise<EventDetails>;
    /** @throws WaitTimeoutError that lists the events that arrived instead, and what the clock waits for */
    waitFor<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<EventView<E>>;
    resend(id: string, to?: string): Promise<DeliveryView[]>;
  };
  readonly webhooks: {
    list(): Promise<EndpointView[]>;
    /**
     * Without `secret`, the emulator generates a new secret, which the response shows. If the URL already has an
     * endpoint, the call changes that endpoint, unless `again` adds another endpoint.
     */
    add(endpoint: EndpointRequest & { url: string; again?: boolean }): Promise<NewEndpoint>;
    update(id: string, endpoint: EndpointRequest): Promise<EndpointView>;
    /**
     * Sets a new secret (generated if not given). Deliveries are signed with both secrets for `overlap`, which is one
     * day by default.
     */
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
    replay(id: string): Promise<ReplayResult>;
  };
  /** The captured mailbox. */
  readonly mail: {
    list(filter?: { to?: string; limit?: number }): Promise<MailView[]>;
    get(id: string): Promise<MailDetails>;
    /** The message as it was sent (RFC 5322). */
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
  /** The movements of money, newest first; they add up to the balances of `status`. */
  ledger(filter?: {
    account?: LedgerEntryView['account'];
    /** The id of the object that the money moved for. */
    subject?: string;
    limit?: number;
  }): Promise<LedgerEntryView[]>;
  /**
   * Adds a mark to the log, for example at the start of a test; `failed` means that the section before the mark failed.
   */
  mark(text: string, options?: { failed?: boolean }): Promise<MarkView>;
  /**
   * Audits the application based on the record of the workspace. `expect(...).toHaveNoViolations()` takes the report.
   */
  audit(options?: AuditOptions): Promise<AuditReport>;
  status(): Promise<Status>;
  /** The whole state as a fixture. */
  export(): Promise<Record<string, unknown>>;
  /** Saves the state of the workspace in both modes; without a name, under a generated name. */
  snapshot(name?: string): Promise<SnapshotView>;
  /** Restores a snapshot: data, clock, jobs, ids, keys, endpoints, rules and settings. */
  restore(snapshot: string | { name: string }): Promise<ClockReading>;
  /** Resets the workspace to its fixture. */
  reset(): Promise<Reset>;
}

/** A workspace that can be removed, also with `await using`. */
export interface OwnWorkspace extends Workspace, AsyncDisposable {
  remove(): Promise<void>;
}

export interface WorkspaceRequest {
  /** The id of the workspace; default: generated. */
  id?: string;
  /** The name of a bundled fixture, or a file. Default: `default`. */
  fixture?: string;
  /** `gateway`, `settlement`, `three_ds_enabled` and the other settings. Absent settings come from the fixture. */
  settings?: WorkspaceSettings;
}

export interface ConnectOptions {
  /** The workspace for the emulator's own calls. Default: the emulator's default workspace. */
  workspace?: string;
  /** Default `test`. */
  mode?: Mode;
  /**
   * The token of an emulator that other machines can reach: `EMULATOR_TOKEN`, or the token that the emulator showed
   * at startup.
   */
  token?: string;
  /**
   * A certificate to trust in addition to the certificates of Node, for an emulator on https: a file, or the PEM
   * text. Default: the file in `EMULATOR_CA`.
   */
  ca?: string;
}

/** The type of the global `fetch`, as the user's project defines it. */
export type Fetch = typeof globalThis extends { fetch: infer F }
  ? F
  : (input: string, init?: object) => Promise<unknown>;

/**
 * A running emulator. Its own calls apply to the default workspace in test mode, unless the options of the connection
 * specify others.
 */
export interface Emulator extends Workspace, AsyncDisposable {
  readonly workspaces: {
    /** Creates an isolated workspace with its own keys and data. */
    create(request?: WorkspaceRequest): Promise<OwnWorkspace>;
    get(id: string): Promise<OwnWorkspace>;
    list(): Promise<WorkspaceView[]>;
  };
  /**
   * Writes the run so far to a file: an HTML page that shows the run, and that `startEmulator({ from })` can resume.
   * The file is written completely or not at all. If the file exists and is not a record, the call is refused and the
   * file does not change.
   * @param options.limit the maximum size of the file in bytes; default: 25 MB
   * @param options.force replaces any file
   */
  record(file: string, options?: { limit?: number; force?: boolean }): Promise<void>;
  /**
   * Sends a request to the emulator, and returns the response, like the `fetch` of clients and frameworks. The host
   * of the request does not matter. An emulator in this process responds without the network.
   */
  fetch: Fetch;
  /**
   * Responds to the requests in flight, and closes the emulator; further calls have no effect. An emulator of
   * `connectEmulator` continues to run, and only the connection closes.
   */
  stop(): Promise<void>;
}
