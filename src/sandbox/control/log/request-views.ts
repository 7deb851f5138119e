import type { LoggedRequest } from '../../requests/log.ts';
import type { Mark } from '../../requests/marks.ts';
import type { HistoryRequest, MarkView, RequestView } from '../wire.ts';

export const requestView = (request: LoggedRequest): RequestView => ({
  id: request.id,
  at: request.at,
  mode: request.mode,
  method: request.method,
  path: request.path,
  operation: request.operation,
  key: request.key,
  status: request.status,
  received: request.received,
  latency_ms: request.latency_ms,
  unknown_fields: [...request.unknown_fields],
  fault: request.fault,
  audit: request.audit,
  refusal: request.status < 400 ? null : refusalIn(request.response ?? ''),
});

/** A request with its body and its response. */
export const recordedRequest = (request: LoggedRequest): HistoryRequest => ({
  ...requestView(request),
  body: request.body,
  redacted: request.redacted,
  response: request.response,
  page: request.page === null ? null : { ids: [...request.page.ids], has_more: request.page.has_more },
  headers: { ...request.headers },
  idempotency_key: request.idempotency_key,
  replayed: request.replayed,
  browser_origin: request.browser_origin,
  retry_after: request.retry_after,
});

export const markView = ({ at, workspace_id, kind, text, failed, to, restores }: Mark): MarkView => ({
  at,
  workspace: workspace_id,
  kind,
  text,
  failed,
  to,
  ...(restores === undefined ? {} : { restores }),
});

/** The code and message of an error response. For a response in another format, returns the start of its text. */
function refusalIn(response: string): RequestView['refusal'] {
  try {
    const { error, code } = JSON.parse(response) as { error?: unknown; code?: unknown };
    if (typeof error === 'string') return { code: typeof code === 'string' ? code : null, message: error };
  } catch {
    // The response is not JSON, so its start is shown.
  }
  return response === '' ? null : { code: null, message: response.slice(0, 200) };
}
