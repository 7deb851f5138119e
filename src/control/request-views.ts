import type { LoggedRequest } from '../requests/log.ts';
import type { RequestView } from './wire.ts';

export const requestView = (request: LoggedRequest): RequestView => ({
  id: request.id,
  at: request.at,
  mode: request.mode,
  method: request.method,
  path: request.path,
  operation: request.operation,
  key: request.key,
  status: request.status,
  latency_ms: request.latency_ms,
  unknown_fields: [...request.unknown_fields],
  fault: request.fault,
});
