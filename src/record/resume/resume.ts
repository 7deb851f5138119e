import { realNow } from '../../core/base/time.ts';
import { ServiceError } from '../../core/kernel/errors.ts';
import type { Cause } from '../../core/kernel/events.ts';
import { replaceState } from '../../core/kernel/snapshots.ts';
import { controlTokens, workspaces } from '../../core/kernel/workspace.ts';
import { addMark } from '../../sandbox/control/log/markers.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import { workspaceView } from '../../sandbox/control/workspaces/workspace-life.ts';
import { RecordError } from '../errors.ts';
import { runsToGoOn } from '../read/read.ts';
import { placeIn } from '../record-moments.ts';
import { setClocks } from './replay.ts';
import { momentToGoOn, type StartPointRequest } from './start-point.ts';

/** The name of the sent record in error messages. */
const name = 'The record';

/**
 * Resets a running emulator to a place in a record: all workspaces with their data, clocks, jobs, keys, endpoints,
 * rules, faults and requests. The previous state is lost.
 * @returns the workspaces, and the URLs of the endpoints that were disabled
 * @throws 400 if the page is not a record, or if the record does not have the place or this emulator's default
 * workspace
 */
export async function goBack(
  sandbox: Uses<
    'defaultWorkspace' | 'engine' | 'limits' | 'marks' | 'pastRuns' | 'requests' | 'scheduler' | 'uses' | 'webhooks'
  >,
  page: string,
  { at: place, webhooks: kept }: Pick<StartPointRequest, 'at' | 'webhooks'>,
  cause: Cause,
) {
  const { engine, pastRuns, requests, limits, webhooks, defaultWorkspace } = sandbox;
  const { moment, off } = await momentIn(sandbox, page, { at: place, webhooks: kept });
  if (moment.state.root.of(workspaces).get(defaultWorkspace) === undefined) {
    throw refused(
      `At this place, the record does not contain ${defaultWorkspace}, the default workspace of this emulator. Use 'npx payments-emulator start --from' to start an emulator with the workspaces of the record.`,
    );
  }
  await whileAllStill(sandbox, () => {
    // Tokens, which control who can use this emulator, are not part of a run.
    for (const token of engine.state.root.of(controlTokens).oldestFirst())
      moment.state.root.of(controlTokens).add(token);
    const before = [...engine.allWorkspaces()].map((workspace) => pastRuns.ending(sandbox, workspace));
    setClocks(moment);
    engine.runRoot(cause, realNow(), (unit) =>
      // After this reset, as after a restore, the same calls generate the same ids.
      replaceState(unit, engine.state, moment.state, (set, drawn) => unit.setCount(set, drawn)),
    );
    for (const endRun of before) endRun('restored');
  });
  requests.goOnFrom(moment.requests);
  limits.goOnFrom(moment.windows);
  webhooks.forget();
  const text = `resumed a record at ${place ?? 'the end'}`;
  for (const { id } of engine.allWorkspaces()) addMark(sandbox, id, { kind: 'restore', text });
  await engine.kept();
  const views = [...engine.allWorkspaces()].map((workspace) => workspaceView(sandbox, workspace));
  return { workspaces: views, switched_off: [...off] };
}

async function momentIn(
  { engine: { registry } }: Uses<'engine'>,
  page: string,
  { at, webhooks }: Pick<StartPointRequest, 'at' | 'webhooks'>,
) {
  try {
    const { record } = (await runsToGoOn(page, name, registry)).runs[0];
    return await momentToGoOn(record, placeIn(record, at, name), { registry, name, webhooks });
  } catch (error) {
    if (error instanceof RecordError) throw refused(error.message);
    throw error;
  }
}

const refused = (message: string): ServiceError => new ServiceError('invalid_request_error', message);

/** Runs some work while no workspace runs a job. */
function whileAllStill<A>({ engine, scheduler }: Uses<'engine' | 'scheduler'>, work: () => A): Promise<A> {
  const still = [...engine.allWorkspaces()].reduce<() => Promise<A>>(
    (inner, { id }) =>
      async () =>
        scheduler.whenStill(id, inner),
    async () => work(),
  );
  return still();
}
