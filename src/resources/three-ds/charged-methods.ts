import { defineCollection, type Stored } from '../../engine/collection.ts';
import type { Context } from '../../engine/context.ts';

/** The saved instruments that were charged at this business, by their ids: those that 3-D Secure takes. */
export const chargedMethods = defineCollection<Stored>({ name: 'charged_method', prefix: 'pm', indexes: [] });

/** Notes that a saved instrument was charged. Writes the first time alone. */
export function noteCharged(ctx: Context, methodId: string | null): void {
  if (methodId === null || ctx.find(chargedMethods, methodId) !== undefined) return;
  ctx.put(chargedMethods, { id: methodId });
}

export const wasCharged = (ctx: Context, methodId: string): boolean => ctx.find(chargedMethods, methodId) !== undefined;
