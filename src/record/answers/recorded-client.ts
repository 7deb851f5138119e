import type { Call, StreamedAnswer, Transport } from '../../client/transport.ts';
import { toIso } from '../../core/base/instants.ts';
import { FairTurns, Turns } from '../../core/base/turns.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { Engine } from '../../core/kernel/engine.ts';
import { notFound, ServiceError } from '../../core/kernel/errors.ts';
import { events, type StoredEvent } from '../../core/kernel/events.ts';
import { dataSetKey } from '../../core/kernel/state.ts';
import { Scheduler } from '../../core/kernel/time/scheduler.ts';
import { type Mode, modes } from '../../core/kernel/workspace.ts';
import { shapeOf } from '../../core/store/shape.ts';
import { InputCheck } from '../../core/validation/input-check.ts';
import { MailRoom } from '../../payments/mail/mail-room.ts';
import { publicOrigin } from '../../payments/platform/surroundings.ts';
import { type Delivery, deliveries } from '../../payments/webhooks/deliveries.ts';
import { Webhooks } from '../../payments/webhooks/webhooks.ts';
import { AuditTrail } from '../../sandbox/control/audit-trail.ts';
import { attemptsOf } from '../../sandbox/control/log/attempts.ts';
import { CausalLog } from '../../sandbox/control/log/causal-log.ts';
import { PastRuns } from '../../sandbox/control/log/past-runs.ts';
import { RawAnswer, type SandboxOperation, StreamedJson } from '../../sandbox/control/operation.ts';
import { controlOperations } from '../../sandbox/control/registry.ts';
import type { Sandbox, Uses } from '../../sandbox/control/sandbox.ts';
import type { StreamMessage } from '../../sandbox/control/wire.ts';
import { WorkspaceExpiry } from '../../sandbox/control/workspaces/expiry.ts';
import { TokenBook } from '../../sandbox/control/workspaces/token-book.ts';
import { openMemoryWith } from '../../sandbox/files/memory.ts';
import { RequestsInProgress } from '../../sandbox/requests/in-progress.ts';
import { LastUses } from '../../sandbox/requests/last-uses.ts';
import { RequestLog } from '../../sandbox/requests/log.ts';
import { MarkLog, marksOfNewState } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import { isCommit, isMark, isRequest, type RunRecord } from '../format.ts';
import { momentOf, setClocks } from '../resume/replay.ts';
import { profileIn } from './recorded-profile.ts';

const prefix = '/_emulator';

/** A record that a user reads with the client's operations. */
export interface OpenRecord {
  /** Responds to the calls of a client. */
  readonly transport: Transport;
  /** All messages of a data set, in order. */
  readonly messages: (scope: { workspace: string; mode: Mode }) => StreamMessage[];
}

/**
 * Responds to the calls of a client from a record, in the same way as the recorded emulator at the end of its run. It
 * uses the same operations on the last state of the record. Operations that change data are refused.
 * @throws RecordError if the record contains objects of a kind that this emulator does not know
 */
export function openRecord(record: RunRecord, registry: Registry): OpenRecord {
  const sandbox = sandboxOf(record, registry);
  tell(record, sandbox);
  return {
    transport: answeringFor(sandbox),
    messages: (scope) =>
      sandbox.log.page({ ...scope, withUnassigned: true, since: 0, limit: Number.POSITIVE_INFINITY }).data,
  };
}

function answeringFor(sandbox: Sandbox): Transport {
  const routes = controlOperations.filter(({ method }) => method === 'GET').map(routeOf);
  return {
    async send(call) {
      try {
        const result = await answer(sandbox, routes, call);
        return { status: 200, headers: {}, text: textOf(result) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { status: error.status, headers: {}, text: JSON.stringify(error.body()) };
      }
    },
    stream: async (_call, signal): Promise<StreamedAnswer> => ({
      status: 200,
      text: silence(signal),
      isSilent: true,
    }),
  };
}

/** Writes the requests and marks of a record into the logs, in the same way as the recorded emulator. */
function tell({ steps }: RunRecord, { log }: Uses<'log'>): void {
  const known = new Set<string>();
  const attempts = new Map<string, number>();
  for (const step of steps) {
    if (isRequest(step)) log.addRequest(step.request);
    else if (isMark(step)) {
      const { mark } = step;
      log.add({ workspace: mark.workspace_id, mode: null, at: mark.at }, { type: 'mark', thing: mark });
      // The new state can use the ids of the earlier state again.
      if (marksOfNewState.has(mark.kind)) for (const each of [known, attempts]) each.clear();
    } else if (isCommit(step) && step.workspace !== null) {
      const { workspace, cause, changes = [] } = step;
      const at = toIso(step.at);
      for (const mode of modes) {
        const part = step.sets[dataSetKey(workspace, mode)];
        if (part === undefined) continue;
        const { put = {} } = part;
        for (const change of changes) log.addChange({ workspace, mode, at }, change, cause);
        for (const event of (put[events.name] ?? []) as readonly StoredEvent[]) {
          if (known.has(event.id)) continue;
          known.add(event.id);
          log.add({ workspace, mode, at }, { type: 'event', thing: event });
        }
        for (const sparse of (put[deliveries.name] ?? []) as readonly Delivery[]) {
          const delivery = read(sparse);
          const from = attempts.get(delivery.id) ?? 0;
          attempts.set(delivery.id, delivery.attempts.length);
          for (const each of attemptsOf(delivery).slice(from)) log.addDelivery(workspace, mode, each);
        }
      }
    }
  }
}

/** Restores the null fields of a delivery, because a record omits them. */
const read = (delivery: Delivery): Delivery => shapeOf(deliveries.model)(delivery);

const over = (): ServiceError => new ServiceError('invalid_request_error', 'This run has ended and cannot be changed.');

function textOf(result: unknown): string {
  if (result instanceof StreamedJson) return [...result.pieces].join('');
  return result instanceof RawAnswer ? result.body : JSON.stringify(result);
}

/** A stream without messages, because the run has ended. */
async function* silence(signal: AbortSignal | undefined): AsyncGenerator<string> {
  yield ': connected\n\n';
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}

interface RouteTo {
  readonly operation: SandboxOperation;
  readonly path: RegExp;
  readonly query: InputCheck | null;
}

const routeOf = (operation: SandboxOperation): RouteTo => ({
  operation,
  path: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  query: operation.query === undefined ? null : new InputCheck(operation.query),
});

async function answer(sandbox: Sandbox, routes: readonly RouteTo[], call: Call): Promise<unknown> {
  const { pathname, searchParams } = new URL(call.path, 'http://record');
  if (call.method !== 'GET') throw over();
  const asked = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
  for (const { operation, path, query } of routes) {
    const found = path.exec(asked);
    if (found === null) continue;
    const { workspace = sandbox.defaultWorkspace, mode = 'test', ...rest } = Object.fromEntries(searchParams);
    const params = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const result = await operation.act(sandbox, {
      params,
      query: query?.query(rest) ?? {},
      body: {},
      workspace: workspaceOf(sandbox, workspace),
      mode: modes.includes(mode as Mode) ? mode : 'test',
      within: null,
      cause: { type: 'control', id: 'record', name: operation.id },
      gone: () => sandbox.stopping,
      turns: new Turns(),
    });
    return result instanceof RawAnswer || result instanceof StreamedJson || operation.envelope !== 'data'
      ? result
      : { data: result };
  }
  throw notFound('path', asked);
}

function workspaceOf({ engine }: Uses<'engine'>, id: string) {
  const workspace = engine.workspace(id);
  if (workspace === undefined) throw notFound('workspace', id);
  return workspace;
}

/** A read-only sandbox with the last state of a record. */
function sandboxOf(record: RunRecord, registry: Registry): Sandbox {
  const { head, steps } = record;
  const moment = momentOf(record, steps.length, registry);
  setClocks(moment, 'frozen');
  const { state, calls } = moment;
  const store = openMemoryWith(state);
  const engine = new Engine({ state, registry, journal: null, calls });
  engine.provide(publicOrigin, head.url);
  const warn = (): void => {};
  const { allowRemoteWebhooks, signatureTime } = head.options;
  const shown = profileIn(head, registry);
  const webhooks = new Webhooks(engine, { signatureTime, allowRemoteWebhooks, version: head.emulator, warn, shown });
  const requests = new RequestLog(Number.POSITIVE_INFINITY);
  requests.goOnFrom(moment.requests);
  const marks = new MarkLog();
  for (const mark of moment.marks) marks.add(mark);
  return {
    version: head.emulator,
    url: head.url,
    options: head.options,
    profile: shown ?? null,
    confirmed: null,
    comparison: null,
    overrides: {},
    defaultWorkspace: head.workspace,
    engine,
    scheduler: new Scheduler(engine, warn),
    webhooks,
    log: new CausalLog(engine, Number.POSITIVE_INFINITY),
    mail: new MailRoom(engine, { folder: null, catcher: null, warn }),
    requests,
    inProgress: new RequestsInProgress(),
    pastRuns: new PastRuns(moment.requests.length),
    marks,
    limits: new RateWindows(),
    snapshots: store.snapshots,
    tokens: new TokenBook(engine),
    uses: new LastUses(),
    expiry: new WorkspaceExpiry(),
    workspaceTtl: null,
    audit: new AuditTrail(),
    storageStatus: () => store.status(),
    turns: new FairTurns(),
    memory: () => null,
    metrics: async () => {
      throw over();
    },
    compact: () => store.reduce(),
    call: async () => {
      throw over();
    },
    stopping: new AbortController().signal,
    stop: () => {},
  };
}
