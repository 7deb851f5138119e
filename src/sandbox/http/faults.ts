import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import { ServiceError } from '../../core/kernel/errors.ts';
import { type RequestFaultKind, requestFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { addition, type Fault, takeFault } from '../../core/kernel/faults/faults.ts';
import { typeOfBody } from '../../core/kernel/faults/own-answer.ts';
import { jobs } from '../../core/kernel/time/jobs.ts';
import type { Mode } from '../../core/kernel/workspace.ts';
import type { OutcomeEffect } from '../../payments/platform/outcome-rules.ts';
import type { Uses } from '../control/sandbox.ts';

/** The effects of an injected fault on one request. */
export interface RouteFault {
  /** The kind and id of the fault, as the response and the log show them, such as `latency fault_1`. */
  name: string;
  /** The adversity of the audit that injected the fault; null if no audit injected it. */
  audit: string | null;
  refusal?: ServiceError;
  /** The developer's own response, which is sent instead of performing the work. */
  own?: { readonly status: number; readonly body: string };
  /** For operations that contact the simulated network: the outcome that the network decides. */
  outcome?: OutcomeEffect;
  /** Closes the connection without a response: before the work, or after it. */
  drop?: 'request' | 'answer';
  /** Webhooks get their first responses before the request gets its own. */
  webhooksFirst?: boolean;
  /** Settles the result before the webhooks get their first responses. */
  settledFirst?: boolean;
  /** Lists have one object per page. */
  shortPages?: boolean;
  /** Adds unknown fields to the response. */
  grown?: boolean;
  /** Delays the response, in real milliseconds. */
  ms?: number;
}

/** A call of a workspace, as far as faults look at it. */
interface FaultableCall {
  readonly operation: AnyOperation;
  readonly input: { readonly body: Readonly<Record<string, unknown>> };
  readonly request: Pick<FastifyRequest, 'url' | 'body' | 'method'>;
}

/** Takes the next fault for a call of a workspace, if there is one. */
export function takeRouteFault(
  { engine, webhooks }: Uses<'engine' | 'webhooks'>,
  workspaceId: string,
  { operation, input, request }: FaultableCall,
): RouteFault | null {
  const { url, body, method } = request;
  const isHandling = () =>
    webhooks.isDelivering(workspaceId, `${url} ${JSON.stringify(body ?? null)}`, method !== 'GET');
  const facts = { body: input.body, isHandling };
  const fault = takeFault(engine, { workspaceId, on: operation.id, kinds: requestFaultKinds, facts });
  if (fault === null) return null;
  return { name: `${fault.kind} ${fault.id}`, audit: fault.audit ?? null, ...effectOf(fault, operation) };
}

function effectOf(
  fault: Fault & { kind: RequestFaultKind },
  operation: AnyOperation,
): Omit<RouteFault, 'name' | 'audit'> {
  switch (fault.kind) {
    case 'latency':
      return { ms: fault.ms ?? 0 };
    case 'drop_connection':
      return { drop: 'request' };
    case 'answer_lost':
      return { drop: 'answer' };
    case 'before_answer':
      return { webhooksFirst: true, settledFirst: fault.settled === true };
    case 'grown':
      return { grown: true };
    case 'short_pages':
      return { shortPages: true, grown: true };
    case 'rate_limit':
      return {
        refusal: new ServiceError('rate_limit_error', 'Too many requests (an injected fault).', { retryAfter: 1 }),
      };
    case 'status':
      return fault.body === null
        ? { refusal: refusalOf(fault.status ?? 500) }
        : { own: { status: fault.status ?? 500, body: fault.body } };
    case 'unavailable':
      return operation.effects?.includes('asks_network') === true
        ? {
            outcome: {
              kind: 'unavailable',
              resolve: fault.resolve ?? 'failed',
              ...(fault.after === null ? {} : { after: fault.after }),
            },
          }
        : { refusal: refusalOf(503) };
    default:
      return fault.kind satisfies never;
  }
}

const types = {
  401: 'authentication_error',
  402: 'card_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'idempotency_error',
  429: 'rate_limit_error',
} as const;

function refusalOf(status: number): ServiceError {
  const type = types[status as keyof typeof types] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return new ServiceError(type, `Status ${status} (an injected fault); the call was not processed.`, { status });
}

/** Sends a developer's own response. */
export const sendOwn = (reply: FastifyReply, { status, body }: NonNullable<RouteFault['own']>): FastifyReply =>
  reply.code(status).type(typeOfBody(body)).send(body);

/** Runs all settlement steps of a request's result without moving the clock. */
export function settleWork(
  { engine, scheduler }: Uses<'engine' | 'scheduler'>,
  workspaceId: string,
  mode: Mode,
  requestId: string,
): void {
  for (;;) {
    const waiting = engine
      .dataSet(workspaceId, mode)
      .of(jobs)
      .newestFirst({ settlement: [true] });
    const own = [...waiting].filter(({ origin }) => origin?.id === requestId).reverse();
    if (own.length === 0) return;
    for (const job of own) scheduler.runNow(workspaceId, mode, job);
  }
}

/** A response as a later version of the API might send it, with unknown fields. */
export function grown(text: string): string {
  const answer = JSON.parse(text) as Record<string, unknown>;
  const { data } = answer;
  const items = Array.isArray(data) ? data.map(withAddition) : withAddition(data);
  return JSON.stringify(data === undefined ? withAddition(answer) : { ...answer, data: items, ...addition });
}

const withAddition = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { ...value, ...addition } : value;
