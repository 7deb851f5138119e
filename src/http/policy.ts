import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallFacts } from '../kernel/change.ts';
import type { AnyOperation, Found, Surface } from '../kernel/declare/operation.ts';
import type { Refusal, ServiceError } from '../kernel/errors.ts';
import type { Cause } from '../kernel/events.ts';
import type { KeyedRequest } from '../kernel/idempotency.ts';
import type { Call, Served } from './call.ts';
import type { CheckedInput } from './input.ts';

/** What differs between the surfaces: who calls, how often, and how a refusal looks. */
export interface Policy {
  readonly surface: Surface;
  /** What stands before the paths of its operations: `/api/v1`. */
  readonly prefix: string;
  readonly operations: readonly Served[];
  /** Whether the request log keeps its calls. */
  readonly isLogged: boolean;
  /** Whether a field that an operation does not know is refused. */
  readonly isStrict: () => boolean;
  /** What the headers of a request tell of its caller. */
  readonly begin: (operation: Served | null, request: FastifyRequest) => Call;
  /** Who calls, may they, and how often: asked before the body is read. @throws the refusal */
  readonly admit: (call: Call, request: FastifyRequest) => void;
  /** The query without what the surface itself reads. */
  readonly queryOf?: (query: unknown) => unknown;
  /** What a handler is given beside what was sent. */
  readonly factsOf?: (call: Call, request: FastifyRequest) => object | undefined;
  /** Finds whose data a call is about, where only the whole request tells. @throws the refusal */
  readonly locate?: (call: Call, operation: AnyOperation, input: Given) => void;
  /** What the unit of work is told of the call. */
  readonly callFacts?: (call: Call, request: FastifyRequest) => CallFacts;
  /** What makes two requests one attempt; null where nothing does. @throws 400 for a malformed `Idempotency-Key` */
  readonly attemptOf?: (call: Call, input: Given, request: FastifyRequest) => Attempt | null;
  readonly causeOf: (call: Call, operation: Served) => Cause;
  readonly sendError: (reply: FastifyReply, error: ServiceError) => void;
}

/** What a handler is given of a request: checked, and with what was looked up for it. */
export type Given = CheckedInput & { found?: Found };

/** What requests with the same `Idempotency-Key` are. */
export interface Attempt {
  /** Names it while the answer to the first of them is held back. */
  readonly id: string;
  /** How the others are refused meanwhile. */
  readonly inFlight: Refusal;
  /** What its answer is kept under; null where the operation sees to that. */
  readonly keyed: KeyedRequest | null;
}
