import { exactlyOne } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import { paymentMethods } from '../payment-method/model.ts';
import { usableToken } from '../token/actions.ts';
import { referredCard } from '../token/card-references.ts';
import type { Cardholder } from './actions.ts';
import { wasCharged } from './charged-methods.ts';

/** The ways of naming a card to be authenticated. */
export interface CardFields {
  token?: string;
  payment_method_id?: string;
  card_id?: string;
}

/**
 * The card that a call names. A token is resolved, not used up; a saved card must have been used at this business.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function findCard(ctx: Context, fields: CardFields): Cardholder {
  switch (exactlyOne(fields, ['token', 'payment_method_id', 'card_id'])) {
    case 'token':
      return usableToken(ctx, fields.token ?? '', 'token');
    case 'card_id':
      return referredCard(ctx, fields.card_id ?? '');
    case 'payment_method_id':
      return savedCard(ctx, fields.payment_method_id ?? '');
  }
}

function savedCard(ctx: Context, id: string): Cardholder {
  const method = ctx.find(paymentMethods, id);
  if (method === undefined) throw invalid('payment_method_id', `No such payment method: '${id}'.`);
  const { card, behaviour } = method;
  if (card === null) throw invalid('payment_method_id', `${id} is a bank account; 3-D Secure is for cards.`);
  if (!wasCharged(ctx, id)) {
    throw invalid('payment_method_id', `The customer has not used ${id} at this business yet: charge it once first.`);
  }
  return { card, behaviour };
}
