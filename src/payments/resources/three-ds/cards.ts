import { createHmac } from 'node:crypto';
import type { Context } from '../../../core/kernel/context.ts';
import { isSameSecret } from '../../../core/kernel/credentials.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { collection } from '../../../core/store/collection.ts';
import { exactlyOne } from '../../platform/checks.ts';
import type { Card } from '../common/card.ts';
import { paymentMethods } from '../payment-method/model.ts';
import { usableToken } from '../token/actions.ts';
import { type CardReference, referredCard, referToCard } from '../token/card-references.ts';
import type { Cardholder } from './actions.ts';

/** The ids of saved instruments that were charged at this business. 3-D Secure accepts no other saved instruments. */
export const chargedMethods = collection('charged_method', {
  model: T.Object({ id: T.String() }),
  prefix: 'pm',
  indexes: [],
});

/** Records that a saved instrument was charged. Only the first charge writes a record. */
export function noteCharged(ctx: Context, methodId: string | null): void {
  if (methodId === null || ctx.find(chargedMethods, methodId) !== undefined) return;
  ctx.put(chargedMethods, { id: methodId });
}

/** The fields that identify a card to authenticate. A body has exactly one of them. */
export const cardFields = ['token', 'payment_method_id', 'card_id'] as const;
export interface CardFields {
  token?: string;
  payment_method_id?: string;
  card_id?: string;
}

/**
 * Returns the card that a body identifies. Reading a token does not use it up. A saved card must have been charged at
 * this business.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function findCard(ctx: Context, fields: CardFields): Cardholder {
  switch (exactlyOne(fields, cardFields)) {
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
  if (card === null) throw invalid('payment_method_id', `${id} is a bank account; 3-D Secure works only with cards.`);
  if (ctx.find(chargedMethods, id) === undefined) {
    throw invalid(
      'payment_method_id',
      `The customer has not used ${id} at this business yet; charge the card once first.`,
    );
  }
  return { card, behaviour };
}

/**
 * Returns a client's reference to a card during its authentication: the id of a card reference, and the workspace's
 * signature of the id.
 */
export function signCardRef(ctx: Context, card: Card, behaviour: string | null): string {
  const { id } = referToCard(ctx, card, behaviour);
  return `${id}.${signatureOf(ctx, id)}`;
}

/**
 * Returns the card of a `cardRef` from create-card.
 * @throws 400 `parameter_invalid`, or `token_expired` after 20 minutes
 */
export function cardOfRef(ctx: Context, cardRef: string): CardReference {
  const [, id = '', signature = ''] = /^([^.]+)\.([\w-]+)$/.exec(cardRef) ?? [];
  if (!isSameSecret(signature, signatureOf(ctx, id))) {
    throw invalid(
      'cardRef',
      'cardRef is not signed by this workspace; send the value exactly as create-card returned it.',
    );
  }
  return referredCard(ctx, id, 'cardRef');
}

/**
 * Returns the signature of an id. The key is derived from the seed of the state, so that signatures survive a
 * restart.
 */
const signatureOf = ({ kernel, workspace, mode }: Context, id: string): string =>
  createHmac('sha256', `cardRef/${kernel.state.seed}`).update(`${workspace.id}/${mode}/${id}`).digest('base64url');
