import { T } from '../../engine/schema.ts';
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
  latency_ms: T.Number(),
  unknown_fields: T.Array(T.String()),
  /** The injected fault that acted on it, its kind and id; null where none did. */
  fault: orNull(T.String()),
  /** Why it was refused, as its answer says; null where it was not. */
  refusal: orNull(T.Object({ code: orNull(T.String()), message: T.String() })),
});
export type RequestView = T.Static<typeof RequestView>;

export const RequestDetails = T.Object({
  ...RequestView.properties,
  body: orNull(T.String()),
  /** Whether something secret was left out of the body, so that it cannot be sent again. */
  redacted: T.Boolean(),
  response: orNull(T.String()),
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

export const Replayed = T.Object({
  status: T.Integer(),
  request_id: orNull(T.String()),
  body: T.Unknown(),
});
export type Replayed = T.Static<typeof Replayed>;
