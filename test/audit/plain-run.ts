import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import type { Run } from '../../src/audit/trial/run.ts';
import type { LogOptions } from '../../src/audit/trial/trial-log.ts';
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
