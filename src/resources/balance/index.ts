import { debitPayouts } from '../../engine/capability.ts';
import { checkCurrency } from '../../engine/checks.ts';
import { balanceOf, balances, ledgerGroups } from '../../engine/ledger.ts';
import { operation } from '../../engine/operation.ts';
import { assumed, SignedCents, T, Text } from '../../engine/schema.ts';
import { slice } from '../../engine/slice.ts';

/** What GET /balance answers (specification, "Balance"), in cents. */
const BalanceModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'balance' }),
  currency: T.String(),
  available: assumed(SignedCents()),
  reserved: assumed(SignedCents()),
  held: assumed(SignedCents()),
  pending: assumed(SignedCents()),
  livemode: assumed(T.Boolean()),
});

const getBalance = operation('GET /balance', {
  id: 'balance.get',
  summary: 'Read the payout balance',
  access: 'read',
  capability: debitPayouts,
  query: T.Object({ currency: T.Optional(Text(10)) }),
  answers: [200, BalanceModel],
  example: { query: { currency: 'USD' } },
  handle: (ctx, { query }) => {
    const { id, available, reserved, held, pending } = balanceOf(ctx, checkCurrency(query.currency));
    return { object: 'balance', currency: id, available, reserved, held, pending, livemode: ctx.livemode };
  },
});

/** The payout balance, and the double-entry ledger behind it. */
export const balance = slice('balance', {
  models: { Balance: BalanceModel },
  collections: [balances, ledgerGroups],
  operations: [getBalance],
});
