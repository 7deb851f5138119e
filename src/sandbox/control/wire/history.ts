import { effectNames } from '../../../core/kernel/declare/effects.ts';
import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { EventView } from './events.ts';
import { HistoryRequest } from './requests.ts';
import { Count, Iso } from './schemas.ts';
import { DeliveryView, EndpointView } from './webhooks.ts';

/** How a run of a workspace ends: its state is replaced or removed. */
const runEnds = ['deleted', 'reset', 'restored', 'fixture'] as const;
export type RunEnd = (typeof runEnds)[number];

const Ended = () => T.Union([OneOf(runEnds), T.Null()]);

/** The runs that can be read: first the ended ones, oldest first, then the current ones. */
export const ChapterList = T.Object({
  chapters: T.Array(
    T.Object({
      id: T.String(),
      workspace: T.String(),
      /** How the run ended; null if it continues. */
      ended: Ended(),
    }),
  ),
  /** How many requests were in dropped runs. */
  requests_cut: Count(),
});
export type ChapterList = T.Static<typeof ChapterList>;

/** The record of a run in a workspace, in both modes, oldest first. The audit evaluates it. */
export const RunView = T.Object({
  workspace: T.String(),
  /** How the state ended; null if it continues. */
  ended: Ended(),
  /** The address of the emulator. */
  url: T.String(),
  /** The emulated time. */
  now: Iso(),
  /** The machine's own time in milliseconds. */
  real_now: T.Number(),
  signature_time: OneOf(['real', 'emulated']),
  /** The effects of API operations in addition to their responses, by name. Operations without effects are omitted. */
  effects: T.Record(T.Array(OneOf(effectNames))),
  requests: T.Array(HistoryRequest),
  /** How many earlier requests the log has dropped. */
  requests_forgotten: Count(),
  events: T.Array(EventView),
  deliveries: T.Array(DeliveryView),
  endpoints: T.Array(EndpointView),
});
export type RunView = T.Static<typeof RunView>;

/** A message that an emulator writes for a surrounding audit, after a line with a `RunView`. */
export interface ReportedLine {
  readonly workspace: string;
  /** The machine's own time in milliseconds. */
  readonly real_now: number;
  readonly request?: HistoryRequest;
  readonly event?: EventView;
  /** Deliveries with their attempts so far. */
  readonly deliveries?: readonly DeliveryView[];
  readonly endpoints?: EndpointView[];
}
