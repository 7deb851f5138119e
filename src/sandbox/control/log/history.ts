import { toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { effectsOf } from '../../../core/kernel/declare/effects.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import { events } from '../../../core/kernel/events.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import { deliveries } from '../../../payments/webhooks/deliveries.ts';
import { endpointsIn } from '../events/endpoint-views.ts';
import { deliveryView, eventView } from '../events/event-views.ts';
import { StreamedJson, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { ChapterList, RunView } from '../wire.ts';
import { jsonPieces } from '../workspaces/json-pieces.ts';
import type { PastRun } from './past-runs.ts';
import { recordedRequest } from './request-views.ts';

export const recordOperations = [
  sandboxOperation('GET /record', {
    id: 'record.get',
    reach: 'workspace',
    summary: 'Read the complete record in one response, oldest entry first, in the form that the audit evaluates',
    answers: [200, RunView],
    handle: (
      sandbox: Uses<'engine' | 'options' | 'pastRuns' | 'requests' | 'url' | 'webhooks'>,
      { workspace, within },
    ) => streamed(presentRun(sandbox, workspace.id, within === null)),
  }),
  sandboxOperation('GET /records', {
    id: 'records.list',
    reach: 'workspace',
    summary:
      'List the recorded runs of every workspace: current runs, and runs that a reset, a restore or a removal ended',
    answers: [200, ChapterList],
    handle: ({ engine, pastRuns }, { within }) => ({
      chapters: [
        ...(within === null ? pastRuns.ended : pastRuns.endedOf(within)).map(({ id, workspace, ended }) => ({
          id,
          workspace,
          ended,
        })),
        ...[...engine.allWorkspaces()].map(({ id }) => ({ id: pastRuns.idOf(id), workspace: id, ended: null })),
      ].filter(({ workspace }) => within === null || workspace === within),
      requests_cut: pastRuns.cutOf(within),
    }),
  }),
  sandboxOperation('GET /records/{id}', {
    id: 'records.get',
    reach: 'workspace',
    summary: 'Read one recorded run',
    answers: [200, RunView],
    handle: (
      sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'pastRuns' | 'requests' | 'url' | 'webhooks'>,
      { params: { id }, within },
    ) => {
      const { engine, pastRuns, defaultWorkspace } = sandbox;
      const isSeen = (workspaceId: string) => within === null || workspaceId === within;
      const ended = (within === null ? pastRuns.ended : pastRuns.endedOf(within)).find((each) => each.id === id);
      if (ended !== undefined) return streamed(endedRun(sandbox, ended));
      const present = [...engine.allWorkspaces()].find((each) => isSeen(each.id) && pastRuns.idOf(each.id) === id);
      if (present === undefined) throw notFound('chapter', id);
      return streamed(presentRun(sandbox, present.id, within === null && present.id === defaultWorkspace));
    },
  }),
];

/** A record whose entries are read once, each when it is written, so that a large record needs no long pause. */
type Run = Omit<RunView, 'requests' | 'events' | 'deliveries'> & {
  readonly [List in 'requests' | 'events' | 'deliveries']: Iterable<RunView[List][number]>;
};

const streamed = (run: Run): StreamedJson => new StreamedJson(jsonPieces({ data: run }));

const whole = (run: Run): RunView => ({
  ...run,
  requests: [...run.requests],
  events: [...run.events],
  deliveries: [...run.deliveries],
});

function* each<I, O>(items: readonly I[], viewOf: (item: I) => O): Generator<O> {
  for (const item of items) yield viewOf(item);
}

type Recorded = Uses<'engine' | 'options' | 'pastRuns' | 'requests' | 'url' | 'webhooks'>;

/**
 * The record of a workspace since its state began.
 * @param withUnassigned whether the record includes requests whose key belongs to no workspace
 */
export const presentView = (sandbox: Recorded, workspaceId: string, withUnassigned: boolean): RunView =>
  whole(presentRun(sandbox, workspaceId, withUnassigned));

function presentRun(sandbox: Recorded, workspaceId: string, withUnassigned: boolean): Run {
  const { engine, requests, pastRuns } = sandbox;
  const workspace = engine.workspace(workspaceId)!;
  const inModes = <T>(read: (set: ReturnType<typeof engine.dataSet>) => Iterable<T>) =>
    modes.flatMap((mode) => [...read(engine.dataSet(workspaceId, mode))].map((record) => ({ mode, record })));
  const logged = [...requests.list(workspaceId), ...(withUnassigned ? requests.list('') : [])];
  const all = [...pastRuns.earlierOf(workspaceId), ...logged.sort((a, b) => a.number - b.number)];
  return {
    ...headOf(sandbox),
    workspace: workspaceId,
    ended: null,
    now: toIso(engine.clock(workspace).now()),
    real_now: realNow(),
    requests: each(all, recordedRequest),
    requests_forgotten: requests.forgotten(workspaceId),
    events: each(
      inModes((set) => set.of(events).oldestFirst()),
      ({ mode, record }) => eventView(record, mode),
    ),
    deliveries: each(
      inModes((set) => set.of(deliveries).oldestFirst()),
      ({ mode, record }) => deliveryView(engine, workspaceId, mode, record),
    ),
    endpoints: endpointsIn(sandbox, workspaceId),
  };
}

/** The record of a state that no longer exists, without the subjects of its deliveries. */
export const endedView = (sandbox: Uses<'engine' | 'options' | 'url'>, pastRun: PastRun): RunView =>
  whole(endedRun(sandbox, pastRun));

const endedRun = (sandbox: Uses<'engine' | 'options' | 'url'>, pastRun: PastRun): Run => ({
  ...headOf(sandbox),
  workspace: pastRun.workspace,
  ended: pastRun.ended,
  now: pastRun.now,
  real_now: pastRun.realNow,
  requests: each(pastRun.requests, recordedRequest),
  requests_forgotten: pastRun.forgotten,
  events: each(pastRun.events, ({ mode, record }) => eventView(record, mode)),
  deliveries: each(pastRun.deliveries, ({ mode, record }) =>
    deliveryView(sandbox.engine, pastRun.workspace, mode, record),
  ),
  endpoints: [...pastRun.endpoints],
});

const headOf = ({
  url,
  options,
  engine,
}: Uses<'engine' | 'options' | 'url'>): Pick<RunView, 'url' | 'signature_time' | 'effects'> => ({
  url,
  signature_time: options.signatureTime,
  effects: effectsIn(engine.registry),
});

/** The effects of operations, by name. Operations without effects are omitted. */
const effectsIn = ({ slices }: Registry): RunView['effects'] =>
  Object.fromEntries(
    slices
      .flatMap(({ operations }) => operations)
      .map((operation) => [operation.id, effectsOf(operation)] as const)
      .filter(([, effects]) => effects.length > 0),
  );
