import type { Turns } from '../../core/base/turns.ts';
import type { Static, TObject } from '../../core/base/typebox.ts';
import type { Example } from '../../core/kernel/declare/example.ts';
import {
  type Answers,
  type ExactResult,
  type Input,
  made,
  type Operation,
  type Params,
  type Result,
  type Route,
} from '../../core/kernel/declare/operation.ts';
import { errorOf, refusal, type ServiceError } from '../../core/kernel/errors.ts';
import type { Cause } from '../../core/kernel/events.ts';
import type { Mode, Workspace } from '../../core/kernel/workspace.ts';
import type { Sandbox } from './sandbox.ts';

/** The context of a call, in addition to its request. */
export interface ControlFacts {
  /** The data set that `?workspace=` and `?mode=` select. */
  readonly workspace: Workspace;
  readonly mode: Mode;
  /**
   * The workspace that the caller's token gives access to. The caller sees nothing else. Null for the whole emulator.
   */
  readonly within: string | null;
  /** The cause to record for all effects of this call. */
  readonly cause: Cause;
  /** Returns a signal that is aborted when the caller disconnects. */
  readonly gone: () => AbortSignal;
  /** Splits the work of the call into slices, so that other calls are answered in between. */
  readonly turns: Turns;
}

/**
 * How an operation relates to one workspace, so that a token of that workspace is sufficient: through the workspace
 * of the call, or through `{id}` in the path. Without a reach, an operation requires the token of the whole emulator.
 */
export type Reach = 'workspace' | 'workspace in path';

export const tokenOfWorkspace = refusal(403, 'token_of_workspace');

/**
 * The error for something that a token of one workspace does not allow.
 * @param what the operation, such as `POST /shutdown`
 */
export const beyondToken = (what: string, within: string): ServiceError =>
  errorOf(
    tokenOfWorkspace,
    `This token gives access only to ${within}, not to ${what}. Use the token for the whole emulator.`,
  );

/** A response that is not JSON: raw mail. */
export class RawAnswer {
  readonly type: string;
  readonly body: string;

  constructor(type: string, body: string) {
    this.type = type;
    this.body = body;
  }
}

/** A JSON response in pieces, which are written as fast as the caller reads them. */
export class StreamedJson {
  readonly pieces: Iterable<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces;
  }
}

/** An operation on the sandbox itself, below `/_emulator`. Unlike operations of the slices, it may be asynchronous. */
export interface SandboxOperation extends Omit<Operation, 'handle' | 'lookup' | 'owner'> {
  /** Whether the operation only waits for a message, so that it does not count as pending. */
  readonly waits?: boolean;
  readonly reach?: Reach;
  // biome-ignore lint/suspicious/noExplicitAny: handlers take different input; the schemas guard the edge
  readonly act: (sandbox: Sandbox, input: any) => unknown;
}

type OtherAnswer = RawAnswer | StreamedJson;

type NoFields = TObject<Record<never, never>>;

/** The id of an operation, what a caller sends, and what it gets. Only the compiler reads this. */
interface Declared<Id extends string, Sent, Answer> {
  readonly id: Id;
  readonly types?: { readonly sent: Sent; readonly answer: Answer };
}

/** Declares an operation on the sandbox: the clock, faults, snapshots, workspaces, logs. */
export const sandboxOperation = <
  const Id extends string,
  const R extends Route,
  const A extends Answers,
  G extends Result<A> | OtherAnswer | Promise<Result<A> | OtherAnswer>,
  B extends TObject = NoFields,
  Q extends TObject = NoFields,
>(
  route: R,
  {
    handle,
    ...declared
  }: {
    /** The name of the operation in the docs and in causes, such as `clock.move`. */
    readonly id: Id;
    readonly summary: string;
    /** The largest body in bytes. Default: 1 MB. */
    readonly largestBody?: number;
    /** Whether the operation only waits for a message. */
    readonly waits?: boolean;
    /** If absent, the operation requires the token of the whole emulator. */
    readonly reach?: Reach;
    readonly body?: B;
    readonly query?: Q;
    readonly answers: A;
    readonly example?: Example & { readonly body?: Static<B> };
    readonly handle: (
      sandbox: Sandbox,
      input: Input<R, B, Q> & ControlFacts,
    ) => ExactResult<G, A, Exclude<Awaited<G>, OtherAnswer>>;
  },
): SandboxOperation & Declared<Id, Params<R> & Static<Q> & Static<B>, Result<A>> => ({
  ...made('control', route, declared),
  act: handle,
});
