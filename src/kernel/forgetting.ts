import type { CollectionDef, Stored } from '../store/collection.ts';
import type { Context } from './context.ts';

/** More than one for each that is added, so that a backlog shrinks. */
const atOnce = 3;

/**
 * Removes the oldest few records of a kind that nobody can use any more. It is called where one is added, so that
 * short-lived records need no job of the clock.
 * @param age how old, in milliseconds, they must be at least
 */
export function forgetOld<T extends Stored & { readonly created_at: string }>(
  ctx: Context,
  def: CollectionDef<T>,
  age: number,
): void {
  const old: string[] = [];
  for (const { id, created_at } of ctx.of(def).oldestFirst()) {
    if (old.length === atOnce || !ctx.isOver(created_at, age)) break;
    old.push(id);
  }
  for (const id of old) ctx.remove(def, id);
}
