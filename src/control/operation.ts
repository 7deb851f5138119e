import type { Static, TObject } from '../base/typebox.ts';
import {
  type Answers,
  type Exactly,
  type Example,
  type Input,
  made,
  type Operation,
  type Result,
  type Route,
} from '../kernel/declare/operation.ts';
import type { Cause } from '../kernel/events.ts';
import type { Mode, Workspace } from '../kernel/workspace.ts';
import type { Sandbox } from './sandbox.ts';

/** What the control API is told of a call beside what it sent. */
export interface ControlFacts {
  /** The data set that `?workspace=` and `?mode=` pick. */
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** What to record as the cause of everything that this call brings about. */
  readonly cause: Cause;
  /** Gives what is aborted when the caller hangs up. */
  readonly gone: () => AbortSignal;
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

/** An operation on the sandbox itself, below `/_emulator`. Unlike those of the slices it may wait. */
export interface SandboxOperation extends Omit<Operation, 'handle' | 'lookup' | 'owner'> {
  // biome-ignore lint/suspicious/noExplicitAny: handlers differ in what they take; the schemas guard the edge
  readonly act: (sandbox: Sandbox, input: any) => unknown;
}

type NoFields = TObject<Record<never, never>>;

/** Declares an operation on the sandbox: the clock, faults, snapshots, workspaces, what was sent and received. */
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
    /** `clock.move`: names it in the docs and in causes. */
    readonly id: string;
    readonly summary: string;
    /** How many bytes its body may have; default 1 MB. */
    readonly largestBody?: number;
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
