import type { FastifyRequest } from 'fastify';
import { stopwatch, toIso } from '../engine/clock.ts';
import { maskSecrets, shorten } from '../engine/credentials.ts';
import { redactPath } from './redaction.ts';
import { clip, clipNames, type RequestLog } from './request-log.ts';

/** Keeps a request and the text of its answer in the log; status 0: the connection was cut instead. */
export function note(requests: RequestLog, request: FastifyRequest, status: number, sent: string | null): void {
  const { call } = request;
  if (call === null) return;
  const { client } = call;
  const { key, workspace } = call.principal ?? {};
  const path = redactPath(request.url);
  const body = call.body === null ? null : clip(call.body);
  // What was answered is frozen: its text can be made again, and need not be kept beside it.
  const response = call.answered ?? (sent === null ? null : clip(sent));
  requests.add({
    id: call.id,
    number: requests.nextNumber(),
    at: toIso(call.at),
    workspace_id: workspace?.id ?? client?.owner?.workspace.id ?? null,
    mode: key?.mode ?? client?.owner?.mode ?? null,
    method: request.method,
    path,
    operation: call.operation?.id ?? client?.operation.id ?? null,
    key: key === undefined ? null : shorten(key.id),
    client: client === null ? null : { sdk: client.sdk, idempotency_key: client.idempotencyKey },
    status,
    latency_ms: Math.round((stopwatch() - call.begun) * 10) / 10,
    body,
    redacted: call.redacted || path !== request.url || body !== call.body,
    // Written and masked when somebody looks: that is seldom, and an answer is long.
    get response() {
      return response === null ? null : maskSecrets(typeof response === 'string' ? response : clip(response()));
    },
    unknown_fields: clipNames(call.unknown),
  });
}
