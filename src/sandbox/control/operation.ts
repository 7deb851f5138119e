import type { Static, TObject } from '../../core/base/typebox.ts';
import type { Example } from '../../core/kernel/declare/example.ts';
import {
  type Answers,
  type Exactly,
  type Input,
  made,
  type Operation,
  type Result,
  type Route,
} from '../../core/kernel/declare/operation.ts';
import type { Cause } from '../../core/kernel/events.ts';
import type { Mode, Workspace } from '../../core/kernel/workspace.ts';
import type { Sandbox } from './sandbox.ts';

/** Facts about a call beside its request. */
export interface ControlFacts {
  /** The data set that `?workspace=` and `?mode=` select. */
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** The cause to record for all effects of this call. */
  readonly cause: Cause;
  /** Gives a signal that is aborted when the caller hangs up. */
  readonly gone: () => AbortSignal;
}

/** An answer other than JSON: a raw mail. */
export class RawAnswer {
  readonly type: string;
  readonly body: string;

  constructor(type: string, body: string) {
    this.type = type;
    this.body = body;
  }
}

/** An operation on the sandbox itself, below `/_emulator`. Unlike operations of the slices, it may be asynchronous. */
export interface SandboxOperation extends Omit<Operation, 'handle' | 'lookup' | 'owner'> {
  /** Whether the operation only waits for a message, so that nothing is pending because of it. */
  readonly waits?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: handlers take different input; the schemas guard the edge
  readonly act: (sandbox: Sandbox, input: any) => unknown;
}

type NoFields = TObject<Record<never, never>>;

/** Declares an operation on the sandbox: the clock, faults, snapshots, workspaces, logs. */
export const sandboxOperation = <
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | RawAnswer | Promise<Result<A> | RawAnswer>,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  {
    handle,
    ...declared
  }: {
    /** `clock.move`: the name of the operation in the docs and in causes. */
    readonly id: string;
    readonly summary: string;
    /** The largest body in bytes; default 1 MB. */
    readonly largestBody?: number;
    /** Whether the operation only waits for a message. */
    readonly waits?: boolean;
    readonly body?: B;
    readonly query?: Q;
    readonly answers: A;
    readonly example?: Example & { readonly body?: Static<B> };
    readonly handle: (
      sandbox: Sandbox,
      input: Input<R, B, Q> & ControlFacts,
    ) => Exactly<G, A, Exclude<Awaited<G>, RawAnswer>>;
  },
): SandboxOperation => ({ ...made('control', route, declared), act: handle });
