import type { FastifyRequest } from 'fastify';
import type { Sandbox } from '../control/sandbox.ts';
import type { AnyOperation } from '../kernel/declare/operation.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type RequestFaultKind, requestFaultKinds } from '../kernel/faults/fault-kinds.ts';
import { addition, type Fault, takeFault } from '../kernel/faults/faults.ts';
import { jobs } from '../kernel/time/jobs.ts';
import type { Mode } from '../kernel/workspace.ts';
import type { OutcomeEffect } from '../platform/outcomes.ts';

/** What an injected fault does to one request. */
export interface RouteFault {
  /** Its kind and id, as the answer and the log name it: `latency fault_1`. */
  name: string;
  /** The adversity of the audit that injected it; null where no audit did. */
  audit: string | null;
  refusal?: ServiceError;
  /** For operations that ask the simulated network: what it says. */
  outcome?: OutcomeEffect;
  /** The connection is cut without an answer: before anything is done, or after it. */
  drop?: 'request' | 'answer';
  /** The webhooks of what was done have their first answers before it has its own. */
  webhooksFirst?: boolean;
  /** Before that, what was done is settled. */
  settledFirst?: boolean;
  /** A list has one object a page. */
  shortPages?: boolean;
  /** Fields that no description knows are added. */
  grown?: boolean;
  /** How long the answer is held back, in real milliseconds. */
  ms?: number;
}

/** Takes the fault that is set for an operation of a workspace, if any. */
export function takeRouteFault(
  { engine, webhooks }: Sandbox,
  workspaceId: string,
  operation: AnyOperation,
  { url, body }: Pick<FastifyRequest, 'url' | 'body'>,
): RouteFault | null {
  const isHandling = () => webhooks.isDelivering(workspaceId, `${url} ${JSON.stringify(body ?? null)}`);
  const fault = takeFault(engine, workspaceId, operation.id, requestFaultKinds, { isHandling });
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
      return { refusal: refusalOf(fault.status ?? 500) };
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
  return new ServiceError(type, `Status ${status} (an injected fault); nothing was processed.`, { status });
}

/** Runs every step of the settlement of what a request did; the clock stays. */
export function settleWork({ engine, scheduler }: Sandbox, workspaceId: string, mode: Mode, requestId: string): void {
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

/** An answer as it may look after an addition to the API: with fields that no description knows. */
export function grown(text: string): string {
  const answer = JSON.parse(text) as Record<string, unknown>;
  const { data } = answer;
  const items = Array.isArray(data) ? data.map(withAddition) : withAddition(data);
  return JSON.stringify(data === undefined ? withAddition(answer) : { ...answer, data: items, ...addition });
}

const withAddition = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { ...value, ...addition } : value;
