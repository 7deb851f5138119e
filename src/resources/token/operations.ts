import { defineOperation } from '../../engine/operation.ts';
import { assumed, OneOf, sensitive, T, Text } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
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

const TokenizationKeyModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'tokenization_key' }),
  key: assumed(T.String()),
  processor_type: OneOf([...gatewayKinds, 'gateway_a_white_label']),
});

export const getTokenizationKey = defineOperation({
  id: 'tokenization_key.get',
  method: 'GET',
  path: '/tokenization-key',
  summary: 'Read the key that a browser tokenizes with, and the kind of gateway behind it',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: TokenizationKeyModel,
  errors: [],
  example: {},
  handle: ({ settings, workspace, mode }) => ({
    object: 'tokenization_key',
    key: `tokenization_${mode}_${workspace.id}`,
    processor_type:
      settings.gateway === 'gateway_a' && settings.white_label ? ('gateway_a_white_label' as const) : settings.gateway,
  }),
});
