import type { Engine } from '../engine/engine.ts';
import { ServiceError } from '../engine/errors.ts';
import { requestFaultKinds, takeFault } from '../engine/faults.ts';
import type { AnyOperation } from '../engine/operation.ts';
import type { OutcomeEffect } from '../engine/outcomes.ts';

/** What an injected fault does to one request. */
export interface RouteFault {
  refusal?: ServiceError;
  /** For operations that ask the simulated network: what it says. */
  outcome?: OutcomeEffect;
  /** The connection is cut without an answer. */
  drop?: boolean;
  /** How long the answer is held back, in real milliseconds. */
  ms?: number;
}

/** Takes the fault that is set for an operation of a workspace, if any. */
export function takeRouteFault(engine: Engine, workspaceId: string, operation: AnyOperation): RouteFault | null {
  const fault = takeFault(engine, workspaceId, operation.id, requestFaultKinds);
  if (fault === null) return null;
  switch (fault.kind) {
    case 'latency':
      return { ms: fault.ms ?? 0 };
    case 'drop_connection':
      return { drop: true };
    case 'rate_limit':
      return {
        refusal: new ServiceError('rate_limit_error', 'Too many requests (an injected fault).', { retryAfter: 1 }),
      };
    case 'status':
      return { refusal: refusalOf(fault.status ?? 500) };
    case 'unavailable':
      return operation.asksNetwork === true
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
