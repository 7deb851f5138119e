import { amount, fieldText } from '../../../core/base/terminal-text.ts';
import type { FieldChange } from '../../../sandbox/control/wire.ts';
import type { Cell } from '../cells.ts';
import { stateSpan, when } from '../format.ts';
import type { Block, ShownChange } from './structure.ts';

/** A field with an amount, such as `total_refunded`, `items.0.unit_amount`, or the balance of an account. */
const moneyField = /(?:^|[._])(?:amount|total|subtotal|fee|available|pending|reserved|held)(?:_\w+)?$/;
const iso = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Changed fields as lists show their values: amounts in their currency, and instants in their short form.
 * @param now the emulated time in milliseconds
 * @param currency the currency of the record's amounts
 */
export function shownChanges(changes: readonly FieldChange[], now: number, currency: unknown): ShownChange[] {
  const shown = (field: string, value: unknown): Cell => {
    if (
      typeof value === 'number' &&
      typeof currency === 'string' &&
      /^[A-Z]{3}$/.test(currency) &&
      moneyField.test(field)
    )
      return amount(value, currency);
    if (typeof value === 'string' && iso.test(value)) return { text: when(value, now), at: value };
    return field === 'status' && typeof value === 'string' ? stateSpan(value) : fieldText(value);
  };
  return changes.map(({ field, from, to }) => ({ field, from: shown(field, from), to: shown(field, to) }));
}

export const changesBlock = (changes: readonly FieldChange[], now: number, currency: unknown): Block => ({
  type: 'changes',
  changes: shownChanges(changes, now, currency),
});
