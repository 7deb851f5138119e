import { operation } from '../../../core/kernel/declare/operation.ts';
import {
  about,
  assumed,
  described,
  ObjectName,
  OneOf,
  sensitive,
  T,
  Text,
  textForm,
} from '../../../core/kernel/declare/schema.ts';
import { gatewayKinds, platformSettings } from '../../platform/settings.ts';
import { cardForms } from '../../simulation/read-card.ts';
import { CardNumberInput, ExpMonthInput, ExpYearInput } from '../common/card.ts';
import { createToken } from './actions.ts';
import { PaymentTokenModel, tokenSettings } from './model.ts';

export const createTokenOperation = operation('POST /tokens', {
  id: 'tokens.create',
  summary: 'Tokenize a card',
  access: 'publishable',
  rate: 60,
  body: T.Object({
    number: CardNumberInput(),
    exp_month: ExpMonthInput(),
    exp_year: ExpYearInput(),
    cvv: sensitive(
      about(
        T.Optional(described(Text(10), textForm(`^$|${cardForms.securityCode.source}`, '3 or 4 digits', '123'))),
        'The security code, 3 or 4 digits; it is not stored.',
      ),
    ),
  }),
  answers: [200, PaymentTokenModel],
  example: { body: { number: '4000056655665556', exp_month: '12', exp_year: '2030', cvv: '123' } },
  standIns: { ptok_visa: 'data.token' },
  handle: (ctx, { body }) => {
    const { id, card } = createToken(ctx, body);
    return {
      token: id,
      card: { last4: card.last4, brand: card.brand, exp_month: card.exp_month, exp_year: card.exp_year },
    };
  },
});

const TokenizationKeyModel = T.Object({
  object: ObjectName('tokenization_key'),
  key: about(assumed(T.String()), 'The key that a browser uses to tokenize cards.'),
  processor_type: about(OneOf([...gatewayKinds, 'gateway_a_white_label']), 'The gateway type for the key.'),
});

export const getTokenizationKey = operation('GET /tokenization-key', {
  id: 'tokenization_key.get',
  summary: 'Read the key that a browser uses to tokenize cards, and the gateway type',
  access: 'read',
  forPages: true,
  answers: [200, TokenizationKeyModel],
  example: {},
  handle: (ctx) => {
    const { gateway } = platformSettings.of(ctx);
    const isWhiteLabel = gateway === 'gateway_a' && tokenSettings.of(ctx).white_label;
    return {
      object: 'tokenization_key',
      key: `tokenization_${ctx.mode}_${ctx.workspace.id}`,
      processor_type: isWhiteLabel ? ('gateway_a_white_label' as const) : gateway,
    };
  },
});
