import type { Context } from './context.ts';
import { type Lifecycle, pathTo, sourcesOf } from './lifecycle.ts';
import type { TriggerDef, TriggerInput } from './resource.ts';

/** A move that a developer may ask for by name. */
export interface NamedMove {
  readonly lifecycle: Lifecycle;
  readonly trigger: TriggerDef;
  readonly verb: string;
}

/**
 * Makes a move on an object that is there, after the moves that it needs first, each as a trigger makes it.
 * @returns whether there is a way from the object's state to where the move can be made; else nothing is done
 */
export function bringAbout(
  ctx: Context,
  { lifecycle, trigger, verb }: NamedMove,
  id: string,
  input: TriggerInput,
): boolean {
  const state = lifecycle.stateOf(ctx.get(lifecycle.of, id));
  // A move that leaves from several states leaves from this one, though another may be the usual one.
  const path = sourcesOf(lifecycle.verbs[verb]!).includes(state) ? [] : pathTo(lifecycle, state, verb);
  if (path === null) return false;
  makeMoves(ctx, { lifecycle, trigger, verb }, id, path, input);
  return true;
}

/** Makes the moves of a path, then the named one, with everything that comes of each. */
export function makeMoves(
  ctx: Context,
  { lifecycle, trigger, verb }: NamedMove,
  id: string,
  path: readonly string[],
  input: TriggerInput,
): void {
  for (const step of path) {
    trigger.apply(ctx, ctx.get(lifecycle.of, id), step, {});
    ctx.runReactions();
  }
  trigger.apply(ctx, ctx.get(lifecycle.of, id), verb, input);
  ctx.runReactions();
}
