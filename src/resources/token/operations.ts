import { defineOperation } from '../../engine/operation.ts';
import { sensitive, T, Text } from '../../engine/schema.ts';
import { createToken } from './actions.ts';
import { PaymentTokenModel } from './model.ts';

export const createTokenOperation = defineOperation({
  id: 'tokens.create',
  method: 'POST',
  path: '/tokens',
  summary: 'Tokenize a card',
  access: 'publishable',
  rate: 60,
  body: T.Object({
    number: sensitive(Text(40)),
    exp_month: Text(10),
    exp_year: Text(10),
    cvv: sensitive(T.Optional(Text(10))),
  }),
  success: 200,
  envelope: 'data',
  answer: PaymentTokenModel,
  errors: [400],
  example: { body: { number: '4000056655665556', exp_month: '12', exp_year: '2030', cvv: '123' } },
  handle: (ctx, { body }) => {
    const { id, card } = createToken(ctx, body);
    return {
      token: id,
      card: { last4: card.last4, brand: card.brand, exp_month: card.exp_month, exp_year: card.exp_year },
    };
  },
});
