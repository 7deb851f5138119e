import type { Turns } from '../../../core/base/turns.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import type { SumsView } from '../wire.ts';

/** How many records a sum reads. A longer list is summed only up to this record, so that a call stays short. */
const mostSummed = 5_000;

/** Whether the response also contains the sums of the whole list. */
export const withSums = { sums: T.Optional(T.Boolean()) };

/** What a record adds to the sums of its list; null if it does not belong to the list. */
export interface Addend {
  readonly currency: string;
  /** Null if only the movements have amounts. */
  readonly amount: number | null;
  /** The state of an object that counts apart, such as `failed`; null if the object belongs to the sums. */
  readonly apart?: string | null;
  /** Money that leaves the workspace is negative. */
  readonly movements: Iterable<{ readonly kind: string; readonly amount: number }>;
}

/**
 * The sums of a list by currency, the most frequent currency first.
 * @param turns splits the work into slices; the records can change in between
 */
export async function sumsOf<T>(
  records: Iterable<T>,
  addendOf: (record: T) => Addend | null,
  turns: Turns,
): Promise<SumsView> {
  const sums = new Map<string, SumsView['currencies'][number]>();
  let looked = 0;
  let isPartial = false;
  for (const record of records) {
    isPartial = looked++ === mostSummed;
    if (isPartial) break;
    if (turns.isDue) await turns.next();
    const addend = addendOf(record);
    if (addend === null) continue;
    const { currency, amount, movements, apart = null } = addend;
    const sum = sums.get(currency) ?? { currency, count: 0, amount: null, apart: {}, movements: {} };
    sums.set(currency, sum);
    if (apart !== null) {
      const { count, amount: cents } = sum.apart[apart] ?? { count: 0, amount: 0 };
      sum.apart[apart] = { count: count + 1, amount: cents + (amount ?? 0) };
      continue;
    }
    sum.count++;
    if (amount !== null) sum.amount = (sum.amount ?? 0) + amount;
    for (const { kind, amount: cents } of movements) sum.movements[kind] = (sum.movements[kind] ?? 0) + cents;
  }
  return { currencies: [...sums.values()].sort((a, b) => b.count - a.count), newest: isPartial ? mostSummed : null };
}
