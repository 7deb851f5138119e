import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import type { Card } from '../common/card.ts';
import { type CardReference, referredCard, referToCard } from '../token/card-references.ts';

/** A card as a client names it while it is authenticated: the id of a reference, and the workspace's signature of it. */
export function signCardRef(ctx: Context, card: Card, behaviour: string | null): string {
  const { id } = referToCard(ctx, card, behaviour);
  return `${id}.${signatureOf(ctx, id)}`;
}

/**
 * The card behind a `cardRef` that create-card answered.
 * @throws 400 `parameter_invalid`, or `token_expired` after 20 minutes
 */
export function cardOfRef(ctx: Context, cardRef: string): CardReference {
  const [, id = '', signature = ''] = /^([^.]+)\.([\w-]+)$/.exec(cardRef) ?? [];
  if (!isSame(signature, signatureOf(ctx, id))) {
    throw invalid('cardRef', 'cardRef is not signed by this workspace: send it as create-card answered it.');
  }
  return referredCard(ctx, id, 'cardRef');
}

/** The key comes of the seed of the state, which no buyer sees; it outlives a restart. */
const signatureOf = ({ engine, workspace, mode }: Context, id: string): string =>
  createHmac('sha256', `cardRef/${engine.state.seed}`).update(`${workspace.id}/${mode}/${id}`).digest('base64url');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
