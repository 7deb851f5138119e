import { OneOf, T } from '../../engine/schema.ts';
import { EventView } from './events.ts';
import { RecordedRequest } from './requests.ts';
import { Count, Iso } from './schemas.ts';
import { DeliveryView, EndpointView } from './webhooks.ts';

/** What a run left behind in a workspace, both modes, the oldest first: what the audit judges. */
export const RunView = T.Object({
  workspace: T.String(),
  /** Where the emulator listens. */
  url: T.String(),
  /** The emulated time. */
  now: Iso(),
  /** The machine's own time in milliseconds. */
  real_now: T.Number(),
  signature_time: OneOf(['real', 'emulated']),
  requests: T.Array(RecordedRequest),
  /** How many requests came before these and are forgotten. */
  requests_forgotten: Count(),
  events: T.Array(EventView),
  deliveries: T.Array(DeliveryView),
  endpoints: T.Array(EndpointView),
});
export type RunView = T.Static<typeof RunView>;
