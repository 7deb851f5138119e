import { operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, Livemode, ObjectName, T } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { checkCurrency } from '../../platform/checks.ts';
import { SignedCents } from '../../platform/fields.ts';
import { balanceOf, balances, ledgerGroups } from '../../platform/ledger.ts';
import { Currency, CurrencyInput } from '../common/fields.ts';

/** The response of GET /balance (specification, "Balance"), in cents. */
const BalanceModel = T.Object({
  object: ObjectName('balance'),
  currency: Currency(),
  available: about(
    assumed(SignedCents()),
    'The amount available for payouts, in cents. It can be negative after refunds or disputes.',
  ),
  reserved: about(assumed(SignedCents()), 'The amount reserved for pending payouts, in cents.'),
  held: about(assumed(SignedCents()), 'The amount held for open payout links, in cents, including fees.'),
  pending: about(assumed(SignedCents()), 'The amount from charges that is not yet available, in cents.'),
  livemode: assumed(Livemode()),
});

const getBalance = operation('GET /balance', {
  id: 'balance.get',
  summary: 'Read the payout balance',
  access: 'read',
  capability: debitPayouts,
  query: T.Object({ currency: CurrencyInput() }),
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
