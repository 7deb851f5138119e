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

/** A moment of a recorded run from which an emulator starts. */
export interface StartPoint extends RunState, Pick<HeadLine, 'workspace' | 'options' | 'overrides'> {}

/** A place in a recorded run from which an emulator starts. */
export interface StartPointRequest {
  /** The file of a record. */
  readonly from: string;
  /** The name of the run, if the record has several. By default, the first run. */
  readonly run?: string | undefined;
  /** The place, in the form that `placeIn` accepts. By default, the end of the run. */
  readonly at?: string | undefined;
  /** With `keep`, webhooks go to the URLs of the recorded run. By default, these endpoints are disabled. */
  readonly webhooks?: 'keep' | undefined;
}

/**
 * Returns the state of a recorded run at a place, with new secrets instead of the hidden ones, and with clocks that
 * continue from there.
 * @param remark receives notes for the user: that one of several runs was used, and which endpoints are disabled
 * @throws RecordError if the file is not a record, or does not have the run or the place
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
  /** The name of the record in error messages. */
  readonly name: string;
}

/**
 * Returns the state of a run at a place, ready to resume: the state is consistent, its clocks continue, and no
 * workspace refers to a fixture file. Webhooks are disabled unless the caller keeps them.
 * @returns `off`: the URLs of the endpoints that were disabled
 * @throws RecordError if the state is inconsistent
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
  // From here on, the clocks follow this machine's time.
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
