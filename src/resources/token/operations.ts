import { operation } from '../../engine/operation.ts';
import { assumed, OneOf, sensitive, T, Text } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { createToken } from './actions.ts';
import { PaymentTokenModel, tokenSettings } from './model.ts';

export const createTokenOperation = operation('POST /tokens', {
  id: 'tokens.create',
  summary: 'Tokenize a card',
  access: 'publishable',
  rate: 60,
  body: T.Object({
    number: sensitive(Text(40)),
    exp_month: Text(10),
    exp_year: Text(10),
    cvv: sensitive(T.Optional(Text(10))),
  }),
  answers: [200, PaymentTokenModel],
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

export const getTokenizationKey = operation('GET /tokenization-key', {
  id: 'tokenization_key.get',
  summary: 'Read the key that a browser tokenizes with, and the kind of gateway behind it',
  access: 'read',
  forPages: true,
  answers: [200, TokenizationKeyModel],
  example: {},
  handle: (ctx) => {
    const { gateway } = ctx.settings;
    const isWhiteLabel = gateway === 'gateway_a' && tokenSettings.of(ctx).white_label;
    return {
      object: 'tokenization_key',
      key: `tokenization_${ctx.mode}_${ctx.workspace.id}`,
      processor_type: isWhiteLabel ? ('gateway_a_white_label' as const) : gateway,
    };
  },
});
