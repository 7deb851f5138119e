import { effectNames } from '../../kernel/declare/effects.ts';
import { OneOf, T } from '../../kernel/declare/schema.ts';
import { EventView } from './events.ts';
import { RecordedRequest } from './requests.ts';
import { Count, Iso } from './schemas.ts';
import { DeliveryView, EndpointView } from './webhooks.ts';

/** What ends a chapter of a workspace's record: its state is gone, and another takes its place, or none. */
export const chapterEnds = ['deleted', 'reset', 'restored', 'fixture'] as const;
export type ChapterEnd = (typeof chapterEnds)[number];

const Ended = () => T.Union([OneOf(chapterEnds), T.Null()]);

/** What there is to read of what happened: the chapters that have ended, the oldest first, then those that go on. */
export const ChapterList = T.Object({
  chapters: T.Array(
    T.Object({
      id: T.String(),
      workspace: T.String(),
      /** What ended it; null for the one that goes on. */
      ended: Ended(),
    }),
  ),
  /** How many requests were in chapters that are forgotten. */
  requests_cut: Count(),
});
export type ChapterList = T.Static<typeof ChapterList>;

/** What a run left behind in a workspace, both modes, the oldest first: what the audit judges. */
export const RunView = T.Object({
  workspace: T.String(),
  /** What ended the state that it happened to; null where that goes on. */
  ended: Ended(),
  /** Where the emulator listens. */
  url: T.String(),
  /** The emulated time. */
  now: Iso(),
  /** The machine's own time in milliseconds. */
  real_now: T.Number(),
  signature_time: OneOf(['real', 'emulated']),
  /** What the operations of the API bring about beside their answers, by their names: those that do. */
  effects: T.Record(T.Array(OneOf(effectNames))),
  requests: T.Array(RecordedRequest),
  /** How many requests came before these and are forgotten. */
  requests_forgotten: Count(),
  events: T.Array(EventView),
  deliveries: T.Array(DeliveryView),
  endpoints: T.Array(EndpointView),
});
export type RunView = T.Static<typeof RunView>;

/** One thing that happened, as an emulator writes it down for an audit around it, after a line that is a `RunView`. */
export interface ReportedLine {
  readonly workspace: string;
  /** The machine's own time in milliseconds. */
  readonly real_now: number;
  readonly request?: RecordedRequest;
  readonly event?: EventView;
  /** With their attempts until now. */
  readonly deliveries?: readonly DeliveryView[];
  readonly endpoints?: EndpointView[];
}
