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
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { ChapterList, RunView } from '../wire.ts';
import type { PastRun } from './past-runs.ts';
import { recordedRequest } from './request-views.ts';

export const recordOperations = [
  sandboxOperation('GET /record', {
    id: 'record.get',
    reach: 'workspace',
    summary: 'Read the complete record in one response, oldest entry first, in the form that the audit evaluates',
    answers: [200, RunView],
    handle: (
      sandbox: Uses<'chapters' | 'engine' | 'options' | 'requests' | 'url' | 'webhooks'>,
      { workspace, within },
    ) => presentView(sandbox, workspace.id, within === null),
  }),
  sandboxOperation('GET /records', {
    id: 'records.list',
    reach: 'workspace',
    summary:
      'List the recorded runs of every workspace: current runs, and runs that a reset, a restore or a removal ended',
    answers: [200, ChapterList],
    handle: ({ engine, chapters }, { within }) => ({
      chapters: [
        ...(within === null ? chapters.ended : chapters.endedOf(within)).map(({ id, workspace, ended }) => ({
          id,
          workspace,
          ended,
        })),
        ...[...engine.allWorkspaces()].map(({ id }) => ({ id: chapters.idOf(id), workspace: id, ended: null })),
      ].filter(({ workspace }) => within === null || workspace === within),
      requests_cut: chapters.cutOf(within),
    }),
  }),
  sandboxOperation('GET /records/{id}', {
    id: 'records.get',
    reach: 'workspace',
    summary: 'Read one recorded run',
    answers: [200, RunView],
    handle: (
      sandbox: Uses<'chapters' | 'defaultWorkspace' | 'engine' | 'options' | 'requests' | 'url' | 'webhooks'>,
      { params: { id }, within },
    ) => {
      const { engine, chapters, defaultWorkspace } = sandbox;
      const isSeen = (workspaceId: string) => within === null || workspaceId === within;
      const ended = (within === null ? chapters.ended : chapters.endedOf(within)).find((each) => each.id === id);
      if (ended !== undefined) return endedView(sandbox, ended);
      const present = [...engine.allWorkspaces()].find((each) => isSeen(each.id) && chapters.idOf(each.id) === id);
      if (present === undefined) throw notFound('chapter', id);
      return presentView(sandbox, present.id, within === null && present.id === defaultWorkspace);
    },
  }),
];

/**
 * The record of a workspace since its state began.
 * @param withNobodys whether the record includes requests whose key belongs to no workspace
 */
export function presentView(
  sandbox: Uses<'chapters' | 'engine' | 'options' | 'requests' | 'url' | 'webhooks'>,
  workspaceId: string,
  withNobodys: boolean,
): RunView {
  const { engine, requests, chapters } = sandbox;
  const workspace = engine.workspace(workspaceId)!;
  const sets = modes.map((mode) => ({ mode, set: engine.dataSet(workspaceId, mode) }));
  const logged = [...requests.list(workspaceId), ...(withNobodys ? requests.list('') : [])];
  return {
    ...headOf(sandbox),
    workspace: workspaceId,
    ended: null,
    now: toIso(engine.clock(workspace).now()),
    real_now: realNow(),
    requests: [...chapters.earlierOf(workspaceId), ...logged.sort((a, b) => a.number - b.number)].map(recordedRequest),
    requests_forgotten: requests.forgotten(workspaceId),
    events: sets.flatMap(({ mode, set }) => [...set.of(events).oldestFirst()].map((each) => eventView(each, mode))),
    deliveries: sets.flatMap(({ mode, set }) =>
      [...set.of(deliveries).oldestFirst()].map((each) => deliveryView(sandbox.engine, workspaceId, mode, each)),
    ),
    endpoints: endpointsIn(sandbox, workspaceId),
  };
}

/** The record of a state that no longer exists, without the subjects of its deliveries. */
export const endedView = (sandbox: Uses<'engine' | 'options' | 'url'>, chapter: PastRun): RunView => ({
  ...headOf(sandbox),
  workspace: chapter.workspace,
  ended: chapter.ended,
  now: chapter.now,
  real_now: chapter.realNow,
  requests: chapter.requests.map(recordedRequest),
  requests_forgotten: chapter.forgotten,
  events: chapter.events.map(({ mode, record }) => eventView(record, mode)),
  deliveries: chapter.deliveries.map(({ mode, record }) =>
    deliveryView(sandbox.engine, chapter.workspace, mode, record),
  ),
  endpoints: [...chapter.endpoints],
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
