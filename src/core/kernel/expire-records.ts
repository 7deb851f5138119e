import type { CollectionDef, Stored } from '../store/collection.ts';
import type { Context } from './context.ts';

/**
 * How many records one call removes. The number is greater than one, so that a backlog shrinks with each new record.
 */
const atOnce = 3;

/**
 * Removes a few of the oldest records of a kind, if no call can use them any more. The caller calls this function
 * when it adds a record, so that short-lived records need no job.
 * @param age the minimum age of the records, in milliseconds
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
