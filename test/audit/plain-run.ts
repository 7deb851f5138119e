import { type DeliveryView, ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { nextRun } from '../../src/audit/planner/planner.ts';
import type { Run } from '../../src/audit/trial/run.ts';
import { type LogOptions, type PlannedRun, type TrialLog, withRun } from '../../src/audit/trial/trial-log.ts';
import { readViews } from './kept-runs.ts';

export const plainOptions: LogOptions = {
  command: ['npm', 'test'],
  seed: 1,
  rounds: 1,
  quick: false,
  jobs: 1,
  timeout: 120_000,
  settle: 10_000,
  ignore: [],
  stateNextStep: null,
  again: [],
};

const [view] = readViews('parallel');

/** A run as the control runs are, for so many seconds. */
export const plain = (number: number, took = 1): Run => ({
  number,
  ended: { status: 0, timedOut: false },
  failure: null,
  output: '',
  record: new ObservedRun(view!),
  state: null,
  stateFailure: null,
  endedAt: 0,
  stateBefore: null,
  requestsBefore: 0,
  outlived: false,
  restarted: false,
  took,
});

/** Performs all planned runs, one after another. @param result makes the result of a run */
export function played(log: TrialLog, result: (planned: PlannedRun, number: number) => Run): TrialLog {
  let all = log;
  for (let number = 1; ; number++) {
    const next = nextRun(all);
    if (typeof next === 'string') return all;
    const run = result(next, number);
    const before = Math.max(0, ...all.runs.map(({ endedAfter }) => endedAfter));
    all = withRun(all, { ...next, run, endedAfter: before + run.took * 1_000 });
  }
}

const [bookshop] = readViews('later-trials');

/** The record of the bookshop, in which an adversity has changed the deliveries of some types of events. */
export const bookshopUnder = (
  adversity: string | null,
  types: readonly (string | undefined)[],
  change: Partial<DeliveryView['attempts'][number]> = {},
): ObservedRun => {
  const isChanged = ({ event_type }: DeliveryView): boolean => adversity !== null && types.includes(event_type);
  const changed = (delivery: DeliveryView): DeliveryView => ({
    ...delivery,
    attempts: delivery.attempts.map((each) => ({ ...each, ...change, audit: adversity! })),
  });
  const deliveries = bookshop!.deliveries.map((delivery) => (isChanged(delivery) ? changed(delivery) : delivery));
  return new ObservedRun({ ...bookshop!, deliveries });
};
