import { LengthOfTime } from '../../../core/kernel/declare/length-of-time.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
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
  /** The kind and id of the injected fault that acted on it; null without one. */
  fault: orNull(T.String()),
  /** The adversity of the audit that injected that fault; null without one. */
  audit: orNull(T.String()),
  /** The reason of a refusal, from its answer; null if it was not refused. */
  refusal: orNull(T.Object({ code: orNull(T.String()), message: T.String() })),
});
export type RequestView = T.Static<typeof RequestView>;

/** A request with its body and its answer. */
export const HistoryRequest = T.Object({
  ...RequestView.properties,
  body: orNull(T.String()),
  /** Whether a secret was left out of the body, so that it cannot be sent again. */
  redacted: T.Boolean(),
  response: orNull(T.String()),
  /** The page of a list in the answer, complete even if the answer is too long for the log. */
  page: orNull(T.Object({ ids: T.Array(T.String()), has_more: T.Boolean() })),
  /** The headers that it was sent with; secrets are masked. */
  headers: T.Record(T.String()),
  /** The `Idempotency-Key` header. */
  idempotency_key: orNull(T.String()),
  /** Whether the answer repeated that of an earlier request with the same key. */
  replayed: T.Boolean(),
  /** The page of another origin that a browser sent it from. */
  browser_origin: orNull(T.String()),
  /** The seconds to wait, from the answer. */
  retry_after: orNull(T.Integer()),
});
export type HistoryRequest = T.Static<typeof HistoryRequest>;

export const RequestDetails = T.Object({
  ...HistoryRequest.properties,
  /** The events caused by it, oldest first; `job` names the job of a later one. */
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

/** An assertion: exactly one of the first four fields. */
export const Assertion = T.Object({
  /** Applications made this request: `POST /charges`, `charges.create`, or a path with ids. */
  requested: T.Optional(Text(2000)),
  /** Events of this type were sent. */
  emitted: T.Optional(Text(100)),
  /** Events of this type reached an endpoint, which answered 2xx, or `status`. */
  delivered: T.Optional(Text(100)),
  /** The balance, in cents: `{"available": 4200}`; `currency` if there are several. */
  balance: T.Optional(T.Record(T.Unknown())),
  /** Fields that the body of the request, or the data of the event, contains. */
  with: T.Optional(T.Record(T.Unknown())),
  /** The answer's status, of the request or the delivery. */
  status: T.Optional(T.Integer({ minimum: 100, maximum: 599 })),
  /** An object that the event is about. */
  id: T.Optional(Text(200)),
  /** The exact number; default: at least one. */
  times: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** How long to wait for it, in real time, because it may still be on its way. */
  within: T.Optional(LengthOfTime()),
});
export type Assertion = T.Static<typeof Assertion>;

/** Whether the assertion holds. */
export const Asserted = T.Object({
  pass: T.Boolean(),
  /** How many requests, events or deliveries match. */
  count: T.Integer({ minimum: 0 }),
  /** Their ids, newest first; 100 at most. */
  ids: T.Array(T.String()),
  /** What holds, or the nearest candidates and their differences; a line each. */
  message: T.String(),
});
export type Asserted = T.Static<typeof Asserted>;

export const Replayed = T.Object({
  status: T.Integer(),
  request_id: orNull(T.String()),
  body: T.Unknown(),
});
export type Replayed = T.Static<typeof Replayed>;
