import { parseIso, unixSeconds } from '../../../core/base/instants.ts';
import { jsonOrText } from '../../../core/base/json-values.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { notFound, wrongState } from '../../../core/kernel/errors.ts';
import { originOf, type StoredEvent } from '../../../core/kernel/events.ts';
import { notInList } from '../../../core/kernel/pagination.ts';
import { apiKeys, type Mode, type Workspace } from '../../../core/kernel/workspace.ts';
import { outcomeHeader } from '../../../payments/platform/outcome-kinds.ts';
import type { LoggedRequest } from '../../requests/log.ts';
import { originatedBy } from '../events/event-views.ts';
import { type ControlFacts, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { pageFields, ReplayResult, RequestDetails, RequestView } from '../wire.ts';
import type { PastRun } from './past-runs.ts';
import { recordedRequest, requestView } from './request-views.ts';

export const requestOperations = [
  sandboxOperation('GET /requests', {
    id: 'requests.list',
    reach: 'workspace',
    summary: 'List API requests, newest first',
    query: T.Object({
      status: T.Optional(T.Integer({ minimum: 100, maximum: 599 })),
      method: T.Optional(OneOf(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])),
      ...pageFields,
    }),
    answers: [200, list(RequestView)],
    handle: (sandbox: Uses<'requests'>, { query, workspace, mode, within }) => {
      const { status, method, limit = 10, starting_after } = query;
      const all = requestsOf(sandbox, { workspace, mode, within });
      const after = starting_after === undefined ? -1 : all.findIndex(({ id }) => id === starting_after);
      if (starting_after !== undefined && after === -1) throw notInList('starting_after', starting_after);
      const found = all
        .slice(after + 1)
        .filter(
          (request) =>
            (status === undefined || request.status === status) && (method === undefined || request.method === method),
        );
      return { data: found.slice(0, limit).map(requestView), has_more: found.length > limit };
    },
  }),
  sandboxOperation('GET /requests/{id}', {
    id: 'requests.get',
    reach: 'workspace',
    summary: 'Read a request, its response and the events that the request caused, immediately or later',
    answers: [200, RequestDetails],
    handle: (sandbox: Uses<'engine' | 'pastRuns' | 'requests'>, { params, workspace, within }) => {
      const { request, run } = findRequest(sandbox, { workspace, within }, params.id);
      const caused = run === null ? causedByRequest(sandbox, workspace, request) : eventsIn(run, request);
      return {
        ...recordedRequest(request),
        events: caused.map(({ id, type, created, change, cause }) => ({
          id,
          type,
          created,
          change,
          job: cause.type === 'job' ? { id: cause.id, kind: cause.kind } : null,
        })),
      };
    },
  }),
  sandboxOperation('POST /requests/{id}/replay', {
    id: 'requests.replay',
    reach: 'workspace',
    summary: 'Send a request again, with a workspace key if the request requires one',
    answers: [200, ReplayResult],
    handle: async (sandbox: Uses<'call' | 'engine' | 'pastRuns' | 'requests'>, { params, workspace, within }) => {
      const {
        id,
        method,
        path,
        body,
        redacted,
        mode,
        key,
        client,
        headers: sent,
      } = findRequest(sandbox, { workspace, within }, params.id).request;
      if (redacted) {
        throw wrongState(`${id} cannot be sent again, because the log does not keep secrets or very long bodies.`);
      }
      // Sending the request would resolve these segments and reach another address, such as one in the control API.
      if (/\/(\.|%2e){1,2}(\/|\?|$)/i.test(path))
        throw wrongState(`${id} cannot be sent again unchanged, because its path contains a '.' or '..' segment.`);
      const headers = client === null ? keyHeaders(sandbox, workspace, mode ?? 'test', key) : clientHeaders(client);
      if (body !== null) headers['content-type'] = 'application/json';
      const outcome = sent[outcomeHeader.toLowerCase()];
      if (outcome !== undefined) headers[outcomeHeader] = outcome;
      const answer = await sandbox.call({ method, path, headers, body });
      return { status: answer.status, request_id: answer.headers['request-id'] ?? null, body: jsonOrText(answer.body) };
    },
  }),
];

/**
 * The requests of a workspace in a mode, newest first. If the caller can access the whole emulator, they include
 * requests whose key belongs to no workspace.
 */
export function requestsOf(
  { requests }: Uses<'requests'>,
  { workspace, mode, within }: Pick<ControlFacts, 'workspace' | 'mode' | 'within'>,
): LoggedRequest[] {
  const own = requests.list(workspace.id).filter((request) => request.mode === null || request.mode === mode);
  const unassigned = within === null ? requests.list('') : [];
  if (unassigned.length === 0) return own;
  return [...own, ...unassigned].sort((a, b) => b.number - a.number);
}

/** A request of a workspace, and the ended run that it belongs to; null if it belongs to the current run. */
function findRequest(
  { requests, pastRuns }: Uses<'pastRuns' | 'requests'>,
  { workspace, within }: Pick<ControlFacts, 'workspace' | 'within'>,
  id: string,
): { readonly request: LoggedRequest; readonly run: PastRun | null } {
  const request = requests.get(workspace.id, id) ?? (within === null ? requests.get('', id) : undefined);
  const found = request === undefined ? pastRuns.find(workspace.id, id) : { request, run: null };
  if (found === undefined) throw notFound('request', id);
  return found;
}

function causedByRequest({ engine }: Uses<'engine'>, { id }: Workspace, request: LoggedRequest): StoredEvent[] {
  const { mode, at } = request;
  return mode === null ? [] : originatedBy(engine.dataSet(id, mode), request.id, unixSeconds(parseIso(at) ?? 0));
}

const eventsIn = ({ events }: PastRun, { id, mode }: LoggedRequest): StoredEvent[] =>
  events.flatMap(({ mode: own, record }) => (own === mode && originOf(record.cause)?.id === id ? [record] : []));

/** A request with a publishable key is sent again with a publishable key, and any other request with a secret key. */
function keyHeaders(
  sandbox: Uses<'engine'>,
  workspace: Workspace,
  mode: Mode,
  key: string | null,
): Record<string, string> {
  const kind = key?.startsWith('pk_') === true ? 'publishable' : 'secret';
  const own = keyOf(sandbox, workspace, mode, kind);
  return own === null ? {} : { authorization: `Bearer ${own}` };
}

/** The headers of a call without a key. They identify a payment attempt, so that the payment is not made twice. */
const clientHeaders = ({ sdk, idempotency_key }: NonNullable<LoggedRequest['client']>): Record<string, string> => ({
  ...(sdk === null ? {} : { 'x-service-sdk': sdk }),
  ...(idempotency_key === null ? {} : { 'idempotency-key': idempotency_key }),
});

function keyOf(
  { engine }: Uses<'engine'>,
  workspace: Workspace,
  mode: Mode,
  kind: 'secret' | 'publishable',
): string | null {
  for (const key of engine.state.root.of(apiKeys).newestFirst({ workspace_id: [workspace.id] })) {
    if (key.mode === mode && key.kind === kind && key.scopes === null) return key.id;
  }
  return null;
}
