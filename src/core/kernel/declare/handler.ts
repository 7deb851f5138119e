import type { Context } from '../context.ts';
import type { RunningOperation } from '../emitted.ts';
import { mustBeReturned } from '../errors.ts';

/** The executable part of an operation's declaration. */
interface Handled extends RunningOperation {
  // biome-ignore lint/suspicious/noExplicitAny: handlers take different input
  readonly handle: (ctx: Context, input: any) => unknown;
}

/**
 * Wraps an operation's handler. While the handler runs, the context contains the operation's id, which calls to
 * simulated networks need. An operation for developers sets no id, because the operation that it calls sets its own.
 * If the handler throws a refusal whose changes must be stored, the wrapper throws an Error instead.
 */
export const handling = <D extends Handled>(surface: string, declared: D): D => ({
  ...declared,
  handle: (ctx: Context, input: unknown): unknown => {
    const { id } = declared;
    const { operation, running } = ctx;
    ctx.running = declared;
    if (surface !== 'control') ctx.operation = id;
    try {
      return declared.handle(ctx, input);
    } catch (error) {
      if (!mustBeReturned(error)) throw error;
      throw new Error(
        `${id} throws a refusal whose changes must be stored, but throwing undoes them. Return the CommittedRefusal instead.`,
      );
    } finally {
      ctx.operation = operation;
      ctx.running = running;
    }
  },
});
