import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallFacts } from '../../../core/kernel/change.ts';
import type { AnyOperation, Found, Surface } from '../../../core/kernel/declare/operation.ts';
import type { Refusal, ServiceError } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import type { KeyedRequest } from '../../../core/kernel/idempotency.ts';
import type { Call, Served } from '../call.ts';
import type { CheckedInput } from '../requests/input.ts';

/** What differs between the surfaces: identifying callers, rate limits, and the form of refusals. */
export interface Policy {
  readonly surface: Surface;
  /** The prefix of its paths: `/api/v1`. */
  readonly prefix: string;
  readonly operations: readonly Served[];
  /** Whether the request log keeps its calls. */
  readonly isLogged: boolean;
  /** Whether unknown fields are refused. */
  readonly isStrict: () => boolean;
  /** Reads what the headers tell of the caller. */
  readonly begin: (operation: Served | null, request: FastifyRequest) => Call;
  /** Identifies the caller, checks permission and applies limits, before the body is read. @throws the refusal */
  readonly admit: (call: Call, request: FastifyRequest) => void;
  /** The query without the parameters of the surface itself. */
  readonly queryOf?: (query: unknown) => unknown;
  /** Further facts for the handler, beside the input. */
  readonly factsOf?: (call: Call, request: FastifyRequest) => object | undefined;
  /** Finds the owner of the data if only the whole request tells. @throws the refusal */
  readonly locate?: (call: Call, operation: AnyOperation, input: Given) => void;
  /** The facts of the call for the unit of work. */
  readonly callFacts?: (call: Call, request: FastifyRequest) => CallFacts;
  /**
   * Identifies repeats of the same attempt; null: the request is none. @throws 400 for a malformed `Idempotency-Key`
   */
  readonly attemptOf?: (call: Call, input: Given, request: FastifyRequest) => Attempt | null;
  readonly causeOf: (call: Call, operation: Served) => Cause;
  readonly sendError: (reply: FastifyReply, error: ServiceError) => void;
}

/** The input of a handler: checked, with what was looked up for it. */
export type Given = CheckedInput & { found?: Found };

/** Requests with the same `Idempotency-Key` are one attempt. */
export interface Attempt {
  /** Identifies the attempt while its first answer is delayed. */
  readonly id: string;
  /** How the others are refused meanwhile. */
  readonly inFlight: Refusal;
  /** What its answer is kept under; null where the operation sees to that. */
  readonly keyed: KeyedRequest | null;
}
