import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Refused } from './errors.ts';
import type { Mode, Workspace } from './workspace.ts';

/** The data set that a call without a key belongs to. */
export interface Owner {
  readonly workspace: Workspace;
  readonly mode: Mode;
}

export interface ClientInput<B = Record<string, unknown>, Q = Record<string, unknown>> {
  readonly body: B;
  readonly query: Q;
  readonly params: Record<string, string>;
  /** `X-Service-SDK`, where it is well-formed (specification, "Public checkout client API"). */
  readonly sdk: string | null;
  /** `Idempotency-Key` as sent. */
  readonly idempotencyKey: string | null;
}

const sdkForm = /^[a-z-]+\/[0-9A-Za-z.+-]+$/;
const longestSdk = 64;

/** Whether a text is one that `X-Service-SDK` may hold: `web/1.4.0`. */
export const isSdk = (text: string): boolean => text.length <= longestSdk && sdkForm.test(text);

/** A stored answer given again: sent with `Idempotency-Replayed: true`. */
export class Replayed {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/**
 * One operation that takes no key: of the public checkout client API, the card vault, or a public form. What it answers
 * stands in no envelope, and its refusals carry no `type`.
 */
export interface ClientOperation<B extends TObject = TObject, Q extends TObject = TObject, A = unknown> {
  /** `checkout.pay`: names it in rules, faults, the request log and the interface description. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** From the origin on: `/api/checkout/{slug}/pay`. */
  readonly path: string;
  readonly summary: string;
  /** Requests a minute for a client address and slug; no limit where it is left out. */
  readonly rate?: number;
  readonly body?: B;
  readonly query?: Q;
  readonly success: number;
  readonly answer: TSchema;
  /** Statuses of refusals. */
  readonly errors: readonly number[];
  readonly assumed?: boolean;
  readonly example: { readonly body?: unknown; readonly query?: unknown; readonly params?: Record<string, string> };
  /**
   * Whose data the call is about; null where nobody's is: 404. Where the path has parameters it is asked before the body
   * is read, and with nothing but them.
   */
  readonly owner: (engine: Engine, input: ClientInput<Static<B>, Static<Q>>) => Owner | null;
  readonly handle: (ctx: Context, input: ClientInput<Static<B>, Static<Q>>) => A | Refused | Replayed;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers differ in what they take; the schemas guard the edge
export type AnyClientOperation = ClientOperation<any, any, any>;

/** Declares a client operation; its handler's input has the types of its schemas. */
export function defineClientOperation<B extends TObject, Q extends TObject, A>(
  operation: ClientOperation<B, Q, A>,
): ClientOperation<B, Q, A> {
  return operation;
}
