import { LengthOfTime } from '../../kernel/declare/length-of-time.ts';
import { T, Text } from '../../kernel/declare/schema.ts';
import { ChangeView } from './common.ts';
import { Iso, ModeName, orNull } from './schemas.ts';

/** The log of API requests. */

export const RequestView = T.Object({
  id: T.String(),
  at: Iso(),
  mode: orNull(ModeName()),
  method: T.String(),
  path: T.String(),
  operation: orNull(T.String()),
  key: orNull(T.String()),
  status: T.Integer(),
  /** When it arrived: the machine's own time in milliseconds. A clock that stands still tells no order. */
  received: T.Number(),
  latency_ms: T.Number(),
  unknown_fields: T.Array(T.String()),
  /** The injected fault that acted on it, its kind and id; null where none did. */
  fault: orNull(T.String()),
  /** The adversity of the audit that injected that fault; null where no audit did. */
  audit: orNull(T.String()),
  /** Why it was refused, as its answer says; null where it was not. */
  refusal: orNull(T.Object({ code: orNull(T.String()), message: T.String() })),
});
export type RequestView = T.Static<typeof RequestView>;

/** A request with what was sent and answered. */
export const RecordedRequest = T.Object({
  ...RequestView.properties,
  body: orNull(T.String()),
  /** Whether something secret was left out of the body, so that it cannot be sent again. */
  redacted: T.Boolean(),
  response: orNull(T.String()),
  /** The page of a list that was answered, whole where the answer is too long for the log. */
  page: orNull(T.Object({ ids: T.Array(T.String()), has_more: T.Boolean() })),
  /** The `Idempotency-Key` header. */
  idempotency_key: orNull(T.String()),
  /** Whether the answer was that of an earlier request with the same key. */
  replayed: T.Boolean(),
  /** The page of another origin that a browser sent it from. */
  browser_origin: orNull(T.String()),
  /** Seconds that the answer asked to wait. */
  retry_after: orNull(T.Integer()),
});
export type RecordedRequest = T.Static<typeof RecordedRequest>;

export const RequestDetails = T.Object({
  ...RecordedRequest.properties,
  /** The events that came of it, oldest first; `job` names what the clock did, where that brought one about later. */
  events: T.Array(
    T.Object({
      id: T.String(),
      type: T.String(),
      created: T.Integer(),
      change: ChangeView,
      job: orNull(T.Object({ id: T.String(), kind: T.String() })),
    }),
  ),
});
export type RequestDetails = T.Static<typeof RequestDetails>;

/** What can be asserted: exactly one of the first four. */
export const Assertion = T.Object({
  /** That applications asked this: `POST /charges`, `charges.create`, or a path with ids. */
  requested: T.Optional(Text(2000)),
  /** That events of this type were emitted. */
  emitted: T.Optional(Text(100)),
  /** That events of this type reached an endpoint, which answered 2xx, or `status`. */
  delivered: T.Optional(Text(100)),
  /** That the balance is this, in cents: `{"available": 4200}`; `currency` where there are several. */
  balance: T.Optional(T.Record(T.Unknown())),
  /** What the body of the request, or the data of the event, holds besides other things. */
  with: T.Optional(T.Record(T.Unknown())),
  /** What the request, or the delivery, was answered with. */
  status: T.Optional(T.Integer({ minimum: 100, maximum: 599 })),
  /** An object that the event is about. */
  id: T.Optional(Text(200)),
  /** Exactly how often; at least once where it is left out. */
  times: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** How long to wait for it, in real time: it may still be on its way. */
  within: T.Optional(LengthOfTime()),
});
export type Assertion = T.Static<typeof Assertion>;

/** Whether what was asserted holds. */
export const Asserted = T.Object({
  pass: T.Boolean(),
  /** How many requests, events or deliveries fit. */
  count: T.Integer({ minimum: 0 }),
  /** Their ids, the newest first; 100 at most. */
  ids: T.Array(T.String()),
  /** What holds, or what came nearest and how that differs; a line each. */
  message: T.String(),
});
export type Asserted = T.Static<typeof Asserted>;

export const Replayed = T.Object({
  status: T.Integer(),
  request_id: orNull(T.String()),
  body: T.Unknown(),
});
export type Replayed = T.Static<typeof Replayed>;
