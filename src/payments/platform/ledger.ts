import type { Context } from '../../core/kernel/context.ts';
import { OneOf, T, Timestamp } from '../../core/kernel/declare/schema.ts';
import { errorOf, refusal } from '../../core/kernel/errors.ts';
import { collection } from '../../core/store/collection.ts';
import { SignedCents } from './fields.ts';

/** The double-entry ledger: every movement of money transfers an amount from one account to another. */

/** The accounts. `external` represents everything outside of the workspace: buyers, recipients, banks. */
export const accounts = ['available', 'reserved', 'held', 'pending', 'external'] as const;
export type Account = (typeof accounts)[number];

/** A movement of money from one account to another: two entries with the sum zero. */
const LedgerGroupModel = T.Object({
  id: T.String(),
  /** The reason of the movement: `charge`, `settlement`, `refund`. */
  kind: T.String(),
  /** The id of the object that caused the movement. */
  subject: T.String(),
  currency: T.String(),
  at: Timestamp(),
  from: OneOf(accounts),
  to: OneOf(accounts),
  amount: SignedCents(),
});
export type LedgerGroup = Readonly<T.Static<typeof LedgerGroupModel>>;

export const ledgerGroups = collection('ledger', { model: LedgerGroupModel, prefix: 'led', indexes: [['subject']] });

/** The sums of a currency's entries, in cents. The id is the currency. */
const BalancesModel = T.Object({
  id: T.String(),
  available: SignedCents(),
  reserved: SignedCents(),
  held: SignedCents(),
  pending: SignedCents(),
  external: SignedCents(),
});
export type Balances = Readonly<T.Static<typeof BalancesModel>>;

export const balances = collection('balance', { model: BalancesModel, prefix: 'bal', indexes: [] });

/** The balances of a currency, in cents. */
export function balanceOf(ctx: Context, currency: string): Balances {
  const none: Balances = { id: currency, available: 0, reserved: 0, held: 0, pending: 0, external: 0 };
  return ctx.find(balances, currency) ?? none;
}

/** Records a movement of `amount` cents from one account to another. */
export function moveMoney(
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

export const insufficientFunds = refusal(400, 'insufficient_funds', { origin: 'specified' });

/**
 * Rejects an amount that exceeds the available balance.
 * @throws 400 `insufficient_funds`
 */
export function requireAvailable(ctx: Context, currency: string, amount: number): void {
  const { available } = balanceOf(ctx, currency);
  if (amount <= available) return;
  const text = `The available balance is ${available} cents (${currency}), but ${amount} cents are required.`;
  throw errorOf(insufficientFunds, text, { param: 'amount' });
}

/** The two entries of a movement, one for each account. */
export function entriesOf({ id, kind, from, to, amount, currency, subject, at }: LedgerGroup) {
  const entry = (number: number, account: Account, signed: number) =>
    ({ id: `${id}-${number}`, group: id, kind, account, amount: signed, currency, subject, at }) as const;
  return [entry(1, from, -amount), entry(2, to, amount)];
}
