import { errorTypes } from '../engine/errors.ts';
import { Anything, OneOf, T } from '../engine/schema.ts';
import { gatewayKinds } from '../engine/settings.ts';
import { modes } from '../engine/workspace.ts';

/** The answers of the control API, each one schema: handlers, the typed client and the docs take their types from here. */

const Count = () => T.Integer({ minimum: 0 });
const Iso = () => T.String({ format: 'date-time' });
const orNull = <S extends T.TSchema>(schema: S) => T.Union([schema, T.Null()]);
const ModeName = () => OneOf(modes);

/** Paging of control lists: like the merchant API's. */
export const pageFields = {
  limit: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  starting_after: T.Optional(T.String({ maxLength: 100 })),
};

export const ErrorBody = T.Object({
  error: T.String(),
  type: OneOf(Object.keys(errorTypes) as (keyof typeof errorTypes)[]),
  code: T.Optional(T.String()),
  param: T.Optional(T.String()),
});
export type ErrorBody = T.Static<typeof ErrorBody>;

export const Health = T.Object({ status: OneOf(['ok', 'degraded']) });
export type Health = T.Static<typeof Health>;

export const JobView = T.Object({
  id: T.String(),
  kind: T.String(),
  subject: T.String(),
  due_at: orNull(Iso()),
});
export type JobView = T.Static<typeof JobView>;

const clockFields = {
  now: Iso(),
  mode: OneOf(['running', 'frozen']),
  /** Milliseconds ahead of real time. */
  offset_ms: T.Integer(),
  /** What the clock will do first. */
  next: orNull(JobView),
};

export const ClockView = T.Object({ ...clockFields, upcoming: T.Array(JobView), held: Count() });
export type ClockView = T.Static<typeof ClockView>;

export const EventName = T.Object({ id: T.String(), type: T.String() });

export const RanJob = T.Object({
  job: T.Object({ id: T.String(), kind: T.String(), subject: T.String() }),
  at: Iso(),
  events: T.Array(EventName),
  error: orNull(T.String()),
});
export type RanJob = T.Static<typeof RanJob>;

export const RunSummary = T.Object({
  jobs: Count(),
  failed: Count(),
  events: Count(),
  /** How many jobs of each kind ran. */
  kinds: T.Record(Count()),
});
export type RunSummary = T.Static<typeof RunSummary>;

const ranFields = {
  ran: T.Array(RanJob),
  summary: RunSummary,
  /** Attempts still without an answer when this one was sent. */
  deliveries_pending: Count(),
};

export const ClockMoved = T.Object({ ...clockFields, ...ranFields });
export type ClockMoved = T.Static<typeof ClockMoved>;

export const Settled = T.Object({
  ...ranFields,
  /** Deliveries that failed and wait for their next attempt on the emulated clock. */
  deliveries_retrying: Count(),
});
export type Settled = T.Static<typeof Settled>;

export const TriggerView = T.Object({
  name: T.String(),
  kind: OneOf(['event', 'transition']),
  about: T.String(),
  resource: T.String(),
  /** The moves that bring it about, with the states they leave from (none: it makes the object) and lead to. */
  moves: T.Array(T.Object({ move: T.String(), from: T.Array(T.String()), to: T.String() })),
  /** What it takes beside `id`, `set` and `count`. */
  options: T.Array(T.String()),
});
export type TriggerView = T.Static<typeof TriggerView>;

export const TriggerRan = T.Object({
  objects: T.Array(T.Object({ id: T.String(), object: T.String(), status: orNull(T.String()) })),
  events: T.Array(EventName),
});
export type TriggerRan = T.Static<typeof TriggerRan>;

export const ChangeView = T.Object({
  object: T.String(),
  id: T.String(),
  verb: T.String(),
  from: orNull(T.String()),
  to: T.String(),
});

export const CauseView = T.Object(
  { type: OneOf(['request', 'job', 'trigger', 'control']), id: T.String() },
  { additionalProperties: true },
);

export const EventView = T.Object({
  id: T.String(),
  type: T.String(),
  /** Unix seconds, emulated. */
  created: T.Integer(),
  mode: ModeName(),
  subject: T.String(),
  data: Anything(),
  /** The change of state that it tells of. */
  change: ChangeView,
  cause: CauseView,
});
export type EventView = T.Static<typeof EventView>;

export const AttemptView = T.Object({
  /** From 1. A duplicate made by a fault has the number of what it repeats. */
  number: T.Integer(),
  at: Iso(),
  /** The `Service-Signature` header that was sent; null where nothing was. */
  signature: orNull(T.String()),
  status: orNull(T.Integer()),
  /** Real milliseconds. */
  latency_ms: T.Number(),
  headers: T.Record(T.String()),
  /** The first 16 KB of the answer. */
  body: T.String(),
  error: orNull(T.String()),
  fault: orNull(T.String()),
});
export type AttemptView = T.Static<typeof AttemptView>;

export const RequestView = T.Object({
  id: T.String(),
  at: Iso(),
  mode: orNull(ModeName()),
  method: T.String(),
  path: T.String(),
  operation: orNull(T.String()),
  key: orNull(T.String()),
  status: T.Integer(),
  latency_ms: T.Number(),
  unknown_fields: T.Array(T.String()),
});
export type RequestView = T.Static<typeof RequestView>;

export const RequestDetails = T.Object({
  ...RequestView.properties,
  body: orNull(T.String()),
  /** Whether something secret was left out of the body, so that it cannot be sent again. */
  redacted: T.Boolean(),
  response: orNull(T.String()),
  events: T.Array(EventName),
});
export type RequestDetails = T.Static<typeof RequestDetails>;

export const Replayed = T.Object({
  status: T.Integer(),
  request_id: orNull(T.String()),
  body: T.Unknown(),
});
export type Replayed = T.Static<typeof Replayed>;

export const WorkspaceView = T.Object({
  id: T.String(),
  name: T.String(),
  fixture: T.String(),
  settings: Anything(),
  clock: T.Object({ now: Iso(), mode: OneOf(['running', 'frozen']), offset_ms: T.Integer() }),
});
export type WorkspaceView = T.Static<typeof WorkspaceView>;

export const KeysView = T.Object({
  id: T.String(),
  keys: T.Object({
    secret: T.Object({ test: orNull(T.String()), live: orNull(T.String()) }),
    publishable: T.Object({ test: orNull(T.String()), live: orNull(T.String()) }),
  }),
  scoped: T.Array(T.Object({ key: T.String(), mode: ModeName(), scopes: T.Array(T.String()) })),
  apps: T.Array(T.Object({ client_id: T.String(), client_secret: T.String(), name: T.String() })),
  webhook_secret: T.String(),
  api_base: T.String(),
  client_base: T.String(),
});
export type KeysView = T.Static<typeof KeysView>;

export const StorageView = T.Object({
  kind: OneOf(['folder', 'memory']),
  path: orNull(T.String()),
  status: OneOf(['ok', 'degraded']),
  reason: orNull(T.String()),
});

export const WorkspaceSummary = T.Object({
  id: T.String(),
  gateway: OneOf(gatewayKinds),
  clock: OneOf(['running', 'frozen']),
  settlement: OneOf(['auto', 'manual']),
});

export const LedgerEntryView = T.Object({
  id: T.String(),
  /** The movement that the entry belongs to; its entries sum to 0. */
  group: T.String(),
  /** Why money moved: `charge`, `settlement`, `refund`. */
  kind: T.String(),
  account: OneOf(['available', 'reserved', 'held', 'pending', 'external']),
  /** Signed cents. */
  amount: T.Integer(),
  currency: T.String(),
  subject: T.String(),
  at: Iso(),
});
export type LedgerEntryView = T.Static<typeof LedgerEntryView>;

export const OutcomeRow = T.Object({
  source: OneOf(['workspace', 'built-in', 'card']),
  id: orNull(T.String()),
  when: Anything(),
  then: orNull(Anything()),
  about: T.String(),
});
export type OutcomeRow = T.Static<typeof OutcomeRow>;

export const DeliveryView = T.Object({
  id: T.String(),
  event_id: T.String(),
  event_type: T.String(),
  /** Null for an event that was sent once to an address of its own. */
  endpoint_id: orNull(T.String()),
  url: T.String(),
  mode: ModeName(),
  status: OneOf(['pending', 'delivered', 'failed']),
  /** Whether an attempt is under way or about to start; a pending delivery that is not due waits for the clock. */
  due: T.Boolean(),
  next_attempt_at: orNull(Iso()),
  /** Whether somebody asked for it; such a delivery is one attempt. */
  manual: T.Boolean(),
  /** Why it ended without all its attempts. */
  error: orNull(T.String()),
  attempts: T.Array(AttemptView),
});
export type DeliveryView = T.Static<typeof DeliveryView>;

export const EndpointHealth = T.Object({
  last_status: orNull(T.Integer()),
  last_error: orNull(T.String()),
  last_attempt_at: orNull(Iso()),
  failures_in_a_row: Count(),
  next_attempt_at: orNull(Iso()),
  /** Deliveries that have not ended. */
  pending: Count(),
});
export type EndpointHealth = T.Static<typeof EndpointHealth>;

export const EndpointView = T.Object({
  id: T.String(),
  url: T.String(),
  /** Whole in the answer that makes the endpoint, shortened afterwards. */
  secret: T.String(),
  enabled: T.Boolean(),
  events: T.Array(T.String()),
  mode: ModeName(),
  source: OneOf(['api', 'forward_to', 'fixture']),
  created_at: Iso(),
  updated_at: Iso(),
  health: EndpointHealth,
});
export type EndpointView = T.Static<typeof EndpointView>;

/** An event with all that led to it and came of it. */
export const EventDetails = T.Object({
  ...EventView.properties,
  /** The request that caused it, where one did and the log still has it. */
  request: orNull(RequestView),
  /** Every event of the same cause with its change of state, this one among them, in their order. */
  effects: T.Array(T.Object({ id: T.String(), type: T.String(), change: ChangeView })),
  deliveries: T.Array(DeliveryView),
});
export type EventDetails = T.Static<typeof EventDetails>;

export const AttachmentView = T.Object({ filename: T.String(), content_type: T.String(), size: Count() });

export const MailView = T.Object({
  id: T.String(),
  to: T.String(),
  subject: T.String(),
  at: Iso(),
  attachments: T.Array(AttachmentView),
});
export type MailView = T.Static<typeof MailView>;

/** A message taken apart. */
export const MailDetails = T.Object({
  ...MailView.properties,
  message_id: T.String(),
  from: T.Object({ name: T.String(), address: T.String() }),
  text: T.String(),
  html: T.String(),
});
export type MailDetails = T.Static<typeof MailDetails>;

export const RuleView = T.Object({ id: T.String(), when: Anything(), then: Anything(), matched: Count() });
export type RuleView = T.Static<typeof RuleView>;

export const FaultView = T.Object({
  id: T.String(),
  /** `METHOD /path` of the merchant API, or `delivery`. */
  on: T.String(),
  kind: T.String(),
  status: orNull(T.Integer()),
  /** Milliseconds: real ones of a latency, emulated ones of a delay. */
  ms: orNull(T.Integer()),
  /** How often it happens; null: until it is removed. */
  times: orNull(T.Integer()),
  resolve: orNull(OneOf(['approved', 'failed'])),
  /** Milliseconds on the emulated clock until an unknown outcome is known. */
  after: orNull(T.Integer()),
  used: Count(),
  spent: T.Boolean(),
  created_at: Iso(),
});
export type FaultView = T.Static<typeof FaultView>;

export const WorkspaceMade = T.Object({
  id: T.String(),
  keys: KeysView.properties.keys,
  webhook_secret: T.String(),
  api_base: T.String(),
  client_base: T.String(),
});
export type WorkspaceMade = T.Static<typeof WorkspaceMade>;

export const Reset = T.Object({ id: T.String(), fixture: T.String() });
export type Reset = T.Static<typeof Reset>;

export const BalanceView = T.Object({
  currency: T.String(),
  available: T.Integer(),
  reserved: T.Integer(),
  held: T.Integer(),
  pending: T.Integer(),
});
export type BalanceView = T.Static<typeof BalanceView>;

export const Status = T.Object({
  version: T.String(),
  url: T.String(),
  status: OneOf(['ok', 'degraded']),
  workspace: T.String(),
  mode: ModeName(),
  clock: T.Object(clockFields),
  storage: StorageView,
  /** What the workspace holds in this mode, by the name of the collection. */
  counts: T.Record(Count()),
  /** The balances, in cents. */
  balances: T.Array(BalanceView),
  deliveries: T.Object({ pending: Count() }),
  endpoints: T.Array(EndpointView),
  workspaces: T.Array(WorkspaceSummary),
  options: T.Object({
    strict: T.Boolean(),
    rate_limit: T.Boolean(),
    signature_time: OneOf(['real', 'emulated']),
    allow_remote_webhooks: T.Boolean(),
  }),
});
export type Status = T.Static<typeof Status>;

/** One thing that happened, as the stream tells it. */
export type StreamMessage = { workspace: string | null; mode: 'test' | 'live' | null; at: string } & (
  | { type: 'request'; data: RequestView }
  | { type: 'event'; data: EventView }
  | { type: 'delivery'; data: DeliveryView }
  | { type: 'change'; data: ChangeTold }
  | { type: 'clock'; data: RanJob | { now: string; mode: 'running' | 'frozen' } }
  | { type: 'left_out'; data: LeftOut }
);

/** A change of state with what brought it about; `amount` in cents, where the object is about money. */
export type ChangeTold = T.Static<typeof ChangeView> & {
  cause: T.Static<typeof CauseView>;
  amount?: number;
  currency?: string;
};

/** How many messages of each kind a stream with `most` has left out since it last said so. */
export type LeftOut = Partial<Record<'request' | 'event' | 'delivery' | 'change' | 'clock' | 'left_out', number>>;

export const ObjectView = T.Object({
  id: T.String(),
  /** What it is, as triggers name it: `payout`, `checkout_session`. */
  object: T.String(),
  /** Finer than the API's `status`: a payout in transit is `in_transit` here. Null for what has no states. */
  state: orNull(T.String()),
  /** The moves that are legal for it now, each a name that can be triggered with its id. */
  moves: T.Array(T.String()),
  /** The object as the merchant API shows it. */
  data: Anything(),
});
export type ObjectView = T.Static<typeof ObjectView>;

export const ObjectPage = T.Object({
  objects: T.Array(ObjectView),
  /** What `starting_after` goes on with; null at the end of the list. A search may end a page early. */
  next: orNull(T.String()),
});
export type ObjectPage = T.Static<typeof ObjectPage>;

export const SnapshotView = T.Object({
  id: T.String(),
  name: T.String(),
  workspace: T.String(),
  /** The instant of the workspace's clock that it goes back to. */
  at: Iso(),
  records: Count(),
});
export type SnapshotView = T.Static<typeof SnapshotView>;

/** The clock as it stands after a way back. */
export const ClockRead = T.Object({ now: Iso(), mode: OneOf(['running', 'frozen']), offset_ms: T.Integer() });
export type ClockRead = T.Static<typeof ClockRead>;

export const FixtureLoaded = T.Object({
  fixture: T.String(),
  /** The workspaces that it names; `replaced`: one of that id was there. */
  workspaces: T.Array(T.Object({ id: T.String(), replaced: T.Boolean() })),
});
export type FixtureLoaded = T.Static<typeof FixtureLoaded>;

export const Removed = T.Object({ id: T.String(), deleted: T.Boolean() });
export type Removed = T.Static<typeof Removed>;
