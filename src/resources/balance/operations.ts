import { checkCurrency } from '../../engine/checks.ts';
import { defineOperation } from '../../engine/operation.ts';
import { T, Text } from '../../engine/schema.ts';
import { balanceOf } from './actions.ts';
import { BalanceModel } from './model.ts';

export const getBalance = defineOperation({
  id: 'balance.get',
  method: 'GET',
  path: '/balance',
  summary: 'Read the payout balance',
  access: 'read',
  capability: 'debit_payouts',
  query: T.Object({ currency: T.Optional(Text(10)) }),
  success: 200,
  envelope: 'data',
  answer: BalanceModel,
  errors: [400],
  example: { query: { currency: 'USD' } },
  handle: (ctx, { query }) => {
    const { id, available, reserved, held, pending } = balanceOf(ctx, checkCurrency(query.currency));
    return { object: 'balance', currency: id, available, reserved, held, pending, livemode: ctx.livemode };
  },
});
