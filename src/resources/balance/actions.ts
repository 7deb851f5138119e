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
  const after = { ...before };
  after[from] -= amount;
  after[to] += amount;
  ctx.put(balances, after);
  return ctx.add(ledgerGroups, {
    id: ctx.newId(ledgerGroups.prefix),
    kind,
    subject,
    currency,
    at: ctx.at,
    from,
    to,
    amount,
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

/** A movement as the ledger shows it: one entry an account. */
export const entriesOf = ({ id, kind, from, to, amount, currency, subject, at }: LedgerGroup) =>
  (
    [
      [from, -amount],
      [to, amount],
    ] as const
  ).map(([account, signed], index) => ({
    id: `${id}-${index + 1}`,
    group: id,
    kind,
    account,
    amount: signed,
    currency,
    subject,
    at,
  }));
