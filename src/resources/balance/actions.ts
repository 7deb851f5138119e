import type { Context } from '../../engine/context.ts';
import { ServiceError } from '../../engine/errors.ts';
import { type Account, type Balances, balances, type LedgerGroup, ledgerGroups } from './model.ts';

/** The balances of a currency, in cents. */
export function balanceOf(ctx: Context, currency: string): Balances {
  const none: Balances = { id: currency, available: 0, reserved: 0, held: 0, pending: 0, external: 0 };
  return ctx.find(balances, currency) ?? none;
}

/** Books a movement of `amount` cents from one account to another. */
export function move(
  ctx: Context,
  movement: { kind: string; subject: string; currency: string; from: Account; to: Account; amount: number },
): LedgerGroup {
  const { kind, subject, currency, from, to, amount } = movement;
  const before = balanceOf(ctx, currency);
  ctx.put(balances, { ...before, [from]: before[from] - amount, [to]: before[to] + amount });
  return ctx.put(ledgerGroups, {
    id: ctx.newId(ledgerGroups.prefix),
    kind,
    subject,
    currency,
    at: ctx.at,
    lines: [
      [from, -amount],
      [to, amount],
    ],
  });
}

/**
 * Refuses to send out more than is available.
 * @throws 400 `insufficient_funds`
 */
export function requireAvailable(ctx: Context, currency: string, amount: number): void {
  const { available } = balanceOf(ctx, currency);
  if (amount <= available) return;
  throw new ServiceError(
    'invalid_request_error',
    `The available balance is ${available} cents ${currency}; ${amount} are needed.`,
    { code: 'insufficient_funds', param: 'amount' },
  );
}

/** A movement as the ledger shows it: one entry a line. */
export const entriesOf = (group: LedgerGroup) =>
  group.lines.map(([account, amount], index) => ({
    id: `${group.id}-${index + 1}`,
    group: group.id,
    kind: group.kind,
    account,
    amount,
    currency: group.currency,
    subject: group.subject,
    at: group.at,
  }));
