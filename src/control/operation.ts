import type { Static, TObject, TSchema } from 'typebox';
import type { Cause } from '../engine/events.ts';
import type { Mode, Workspace } from '../engine/workspace.ts';
import type { Sandbox } from './sandbox.ts';

export interface ControlInput<B, Q> {
  body: B;
  query: Q;
  params: Record<string, string>;
  /** The data set that `?workspace=` and `?mode=` pick. */
  workspace: Workspace;
  mode: Mode;
  /** What to record as the cause of everything that this call brings about. */
  cause: Cause;
}

/** One operation of the control API, below `/_emulator`. Unlike the merchant API's it may wait. */
export interface ControlOperation<B extends TObject = TObject, Q extends TObject = TObject, A = unknown> {
  /** `clock.move`: names it in the docs and in causes. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly body?: B;
  readonly query?: Q;
  readonly success: number;
  /** `data`: `{data: ...}`; `list`: the answer is `{data, has_more}` already; `bare`: as it is. */
  readonly envelope: 'data' | 'list' | 'bare';
  readonly answer: TSchema;
  readonly example?: { readonly body?: unknown };
  readonly handle: (sandbox: Sandbox, input: ControlInput<Static<B>, Static<Q>>) => A | Promise<A>;
}

/** An answer that is no JSON: a mail as it was sent. */
export class RawAnswer {
  readonly type: string;
  readonly body: string;

  constructor(type: string, body: string) {
    this.type = type;
    this.body = body;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: handlers differ in what they take; the schemas guard the edge
export type AnyControlOperation = ControlOperation<any, any, any>;

/** Declares a control operation; its handler's input has the types of its schemas. */
export function defineControl<B extends TObject, Q extends TObject, A>(
  operation: ControlOperation<B, Q, A>,
): ControlOperation<B, Q, A> {
  return operation;
}
