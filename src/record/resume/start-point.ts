import { resolve } from 'node:path';
import { realNow } from '../../core/base/time.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { noFixture, workspaces } from '../../core/kernel/workspace.ts';
import { faultsInState } from '../../sandbox/files/database/state-checks.ts';
import { isBundled } from '../../sandbox/fixtures/load.ts';
import { switchedOffWords, switchOff } from '../answers/unsent-reasons.ts';
import type { HeadLine, RunRecord } from '../format.ts';
import { invalid } from '../read/parse-lines.ts';
import { pageIn, runsToGoOn } from '../read/read.ts';
import { chosenRun } from '../read/runs.ts';
import type { RecordMoment } from '../record-moments.ts';
import { momentOf, type RunState, setClocks } from './replay.ts';

/** A moment of a recorded run at which an emulator starts. */
export interface StartPoint extends RunState, Pick<HeadLine, 'workspace' | 'options' | 'overrides'> {}

/** A place of a recorded run at which an emulator starts. */
export interface StartPointRequest {
  /** The file of a record. */
  readonly from: string;
  /** The name of the run, if the record has several; default: the first run. */
  readonly run?: string | undefined;
  /** The place, as `placeIn` takes it; default: the end of the run. */
  readonly at?: string | undefined;
  /** `keep`: webhooks go to the addresses of the recorded run; default: these endpoints are switched off. */
  readonly webhooks?: 'keep' | undefined;
}

/**
 * The state of a recorded run at a place, with fresh secrets in place of the hidden ones, and with clocks that continue
 * from there.
 * @param remark receives a remark for a user who named no run of several, and the endpoints that are switched off
 * @throws RecordError if the file is not a record, or has no such run or place
 */
export async function beginningAt(
  { from: file, run: name, at: place, webhooks }: StartPointRequest,
  registry: Registry,
  remark: (text: string) => void,
): Promise<StartPoint> {
  const chosen = chosenRun(await runsToGoOn(pageIn(resolve(file)), file, registry), { run: name, place }, file);
  if (chosen.remark !== null) remark(chosen.remark);
  const { record } = chosen.run;
  const { moment, off } = await momentToGoOn(record, chosen.place, { registry, name: file, webhooks });
  if (off.length > 0) remark(switchedOffWords(off, '--webhooks keep'));
  const { workspace, options, overrides } = record.head;
  return { ...moment, workspace, options, overrides };
}

interface GoingOn extends Pick<StartPointRequest, 'webhooks'> {
  readonly registry: Registry;
  /** The name of the record in messages. */
  readonly name: string;
}

/**
 * The state of a run at a place, ready to resume: the state is consistent, its clocks continue, no workspace names a
 * fixture file, and webhooks are switched off unless the caller keeps them.
 * @returns `off`: the addresses of the endpoints that are switched off
 * @throws RecordError for a state that contradicts itself
 */
export async function momentToGoOn(
  record: RunRecord,
  { steps, instant }: RecordMoment,
  { registry, name, webhooks }: GoingOn,
): Promise<{ moment: RunState; off: readonly string[] }> {
  const then = momentOf(record, steps, registry);
  const { state } = then;
  const { workspace } = record.head;
  const isEnd = steps === record.steps.length;
  setClocks(then, undefined, instant === null ? undefined : { workspace, instant, isEnd });
  // From here on the clocks follow the time of this machine.
  const moment = { ...then, real: realNow() };
  const all = state.root.of(workspaces);
  if (all.size === 0) throw invalid(name, 'it has no workspace');
  for await (const { reason } of faultsInState(state, registry)) throw invalid(name, reason);
  for (const workspace of [...all.oldestFirst()]) {
    const { fixture_files: _files, ...known } = workspace;
    if (!isBundled(workspace.fixture)) all.load({ ...known, fixture: noFixture });
  }
  return { moment, off: webhooks === 'keep' ? [] : switchOff(state) };
}
