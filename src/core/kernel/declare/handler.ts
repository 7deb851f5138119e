import type { Context } from '../context.ts';
import { mustBeReturned } from '../errors.ts';

/** The part of an operation's declaration that runs. */
interface Handled {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: handlers take different input
  readonly handle: (ctx: Context, input: any) => unknown;
}

/**
 * An operation whose handler notes the operation's id in its context, for the questions to simulated networks; a
 * developer's operation notes no id, because the operation that it stands for notes its own. The handler throws an
 * Error in place of a refusal whose changes must stay.
 */
export const handling = <D extends Handled>(surface: string, declared: D): D => ({
  ...declared,
  handle: (ctx: Context, input: unknown): unknown => {
    const { id } = declared;
    const around = ctx.operation;
    if (surface !== 'control') ctx.operation = id;
    try {
      return declared.handle(ctx, input);
    } catch (error) {
      if (!mustBeReturned(error)) throw error;
      throw new Error(
        `${id} throws a refusal whose changes must stay, and so undoes them: return its CommittedRefusal.`,
      );
    } finally {
      ctx.operation = around;
    }
  },
});
