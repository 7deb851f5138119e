import type { Context } from '../context.ts';
import type { TriggerDef } from './declarations.ts';
import { type AnyLifecycle, leavesFrom, pathTo } from './lifecycle.ts';

/** A move that a developer can request by name. */
export interface NamedMove {
  readonly lifecycle: AnyLifecycle;
  readonly trigger: TriggerDef;
  readonly move: string;
}

/** The requested options for a move. */
export type MoveOptions = Readonly<Record<string, unknown>>;

const nothing: MoveOptions = Object.freeze({});

/** Makes one move on an object whose state allows it, including all consequences. */
export function makeMove(ctx: Context, { lifecycle, trigger, move }: NamedMove, id: string, given: MoveOptions): void {
  trigger.moves[move]!.run(ctx, ctx.get(ctx.kernel.collectionOf(lifecycle), id), given);
  ctx.runReactions();
}

/** The current state of an object. */
export const stateNow = (ctx: Context, lifecycle: AnyLifecycle, id: string): string =>
  lifecycle.stateOf(ctx.get(ctx.kernel.collectionOf(lifecycle), id));

/**
 * Makes a move on an existing object, after the moves that must come first. Each move is made in the same way as by a
 * trigger.
 * @returns whether a path leads from the object's state to the move; if not, the object stays unchanged
 */
export function makeMoveFrom(ctx: Context, asked: NamedMove, id: string, given: MoveOptions): boolean {
  const { lifecycle, move } = asked;
  const state = stateNow(ctx, lifecycle, id);
  // If a move has several source states, it is made from the current state, even if another state is usual.
  const path = leavesFrom(lifecycle.moves[move]!, state) ? [] : pathTo(lifecycle, state, move);
  if (path === null) return false;
  makeMovesOf(ctx, asked, id, path, given);
  return true;
}

/** Makes the moves of a path, and then the requested move. */
export function makeMovesOf(
  ctx: Context,
  asked: NamedMove,
  id: string,
  path: readonly string[],
  given: MoveOptions,
): void {
  for (const move of path) makeMove(ctx, { ...asked, move }, id, nothing);
  makeMove(ctx, asked, id, given);
}
