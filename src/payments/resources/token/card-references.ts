import { dayMs, minuteMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { nullable, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, type Param } from '../../../core/kernel/errors.ts';
import { forgetOld } from '../../../core/kernel/expire-records.ts';
import { collection } from '../../../core/store/collection.ts';
import { type Card, CardModel } from '../common/card.ts';
import { tokenExpired } from './actions.ts';

/** A card that can be authenticated by its id, but not charged. */
const CardReferenceModel = T.Object({
  id: T.String(),
  card: CardModel,
  behaviour: nullable(T.String()),
  created_at: Timestamp(),
});
export type CardReference = Readonly<T.Static<typeof CardReferenceModel>>;

export const cardReferences = collection('card_reference', {
  model: CardReferenceModel,
  prefix: 'card',
  removable: true,
  indexes: [],
});

/** How long a reference is valid, in milliseconds (specification, "Limits" 6). */
const lifetime = 20 * minuteMs;

export function referToCard(ctx: Context, card: Card, behaviour: string | null): CardReference {
  forgetOld(ctx, cardReferences, dayMs);
  return ctx.put(cardReferences, { id: ctx.newId(cardReferences.prefix), card, behaviour, created_at: ctx.at });
}

/**
 * Returns the card behind a reference.
 * @throws 400 `parameter_invalid` or `token_expired`
 */
export function referredCard(ctx: Context, id: string, param: Param = 'card_id'): CardReference {
  const reference = ctx.find(cardReferences, id);
  if (reference === undefined) throw invalid(param, `No such ${param}: '${id}'.`);
  if (ctx.isOver(reference.created_at, lifetime)) {
    throw errorOf(tokenExpired, `The ${param} '${id}' has expired; it is valid for 20 minutes.`, { param });
  }
  return reference;
}
