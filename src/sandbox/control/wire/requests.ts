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
  /** When the request arrived, in milliseconds of the machine's clock, because a frozen clock shows no order. */
  received: T.Number(),
  latency_ms: T.Number(),
  unknown_fields: T.Array(T.String()),
  /** The kind and id of the injected fault that affected the request; null if there was none. */
  fault: orNull(T.String()),
  /** The adversity of the audit that injected the fault; null if no audit injected it. */
  audit: orNull(T.String()),
  /** Why the request was rejected, according to its response; null if it was not rejected. */
  refusal: orNull(T.Object({ code: orNull(T.String()), message: T.String() })),
});
export type RequestView = T.Static<typeof RequestView>;

/** A request with its body and its response. */
export const HistoryRequest = T.Object({
  ...RequestView.properties,
  body: orNull(T.String()),
  /** Whether a secret was removed from the body, so that the request cannot be sent again. */
  redacted: T.Boolean(),
  response: orNull(T.String()),
  /** The page of a list in the response, complete even if the response is too long for the log. */
  page: orNull(T.Object({ ids: T.Array(T.String()), has_more: T.Boolean() })),
  /** The headers of the request, with secrets masked. */
  headers: T.Record(T.String()),
  /** The `Idempotency-Key` header. */
  idempotency_key: orNull(T.String()),
  /** Whether the response repeats the response to an earlier request with the same key. */
  replayed: T.Boolean(),
  /** The page of another origin from which a browser sent the request. */
  browser_origin: orNull(T.String()),
  /** The seconds to wait, according to the response. */
  retry_after: orNull(T.Integer()),
});
export type HistoryRequest = T.Static<typeof HistoryRequest>;

export const RequestDetails = T.Object({
  ...HistoryRequest.properties,
  /** The events that the request caused, oldest first. `job` names the job that sent a later event. */
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

/** An assertion, with exactly one of the first four fields. */
export const Assertion = T.Object({
  /** Applications sent this request: `POST /charges`, `charges.create`, or a path with ids. */
  requested: T.Optional(Text(2000)),
  /** Events of this type were sent. */
  emitted: T.Optional(Text(100)),
  /** Events of this type reached an endpoint, which responded with 2xx or with `status`. */
  delivered: T.Optional(Text(100)),
  /** The balance, in cents, such as `{"available": 4200}`. `currency` selects one of several balances. */
  balance: T.Optional(T.Record(T.Unknown())),
  /** Fields that the body of the request, or the data of the event, must contain. */
  with: T.Optional(T.Record(T.Unknown())),
  /** The status of the response to the request or the delivery. */
  status: T.Optional(T.Integer({ minimum: 100, maximum: 599 })),
  /** An object that the event is about. */
  id: T.Optional(Text(200)),
  /** The exact number of matches. Default: at least one. */
  times: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** How long to wait for a match, in real time, because the request, event or delivery may still be on its way. */
  within: T.Optional(LengthOfTime()),
});
export type Assertion = T.Static<typeof Assertion>;

/** Whether the assertion holds. */
export const AssertionResult = T.Object({
  pass: T.Boolean(),
  /** How many requests, events or deliveries match. */
  count: T.Integer({ minimum: 0 }),
  /** The ids of the matches, newest first, at most 100. */
  ids: T.Array(T.String()),
  /** The reason why the assertion holds, or the nearest candidates and their differences, each on its own line. */
  message: T.String(),
});
export type AssertionResult = T.Static<typeof AssertionResult>;

export const ReplayResult = T.Object({
  status: T.Integer(),
  request_id: orNull(T.String()),
  body: T.Unknown(),
});
export type ReplayResult = T.Static<typeof ReplayResult>;
