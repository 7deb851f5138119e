import { dayMs, minuteMs } from '../../base/instants.ts';
import type { Context } from '../../kernel/context.ts';
import { nullable, T, Timestamp } from '../../kernel/declare/schema.ts';
import { refusal, refuse, type ServiceError } from '../../kernel/errors.ts';
import { forgetOld } from '../../kernel/forgetting.ts';
import { moneyOf } from '../../platform/money.ts';
import { isEnrolled } from '../../simulation/three-ds-directory.ts';
import { collection } from '../../store/collection.ts';
import { type Card, isSameCard } from '../common/card.ts';
import { type Cardholder, hasAcquirer, type RecordedThreeDs, recordOf } from './actions.ts';
import { type Authentication, authentications, threeDsSettings } from './model.ts';

export const threeDsRequired = refusal(402, '3ds_required', { origin: 'client' });
export const threeDsRefused = refusal(402, '3ds_failed', { origin: 'client' });

/** What a client pays with instead of the values of an authentication. Its id is the `threeDsToken`. */
const ThreeDsTokenModel = T.Object({
  id: T.String(),
  authentication_id: T.String(),
  created_at: Timestamp(),
  used_at: nullable(Timestamp()),
});

export const threeDsTokens = collection('three_ds_token', {
  model: ThreeDsTokenModel,
  prefix: '3dst',
  removable: true,
  indexes: [['authentication_id']],
});

/** How long a token can be used, in milliseconds (assumed). */
const lifetime = 20 * minuteMs;

/** Whether the workspace wants the holder of a card to be authenticated before it is paid with on a page. */
export const needsAuthentication = (ctx: Context, { card, behaviour }: Cardholder): boolean =>
  threeDsSettings.of(ctx).three_ds_enabled && hasAcquirer(ctx, card) && isEnrolled(behaviour);

/** The token of an authentication, the same however often it is asked for; null where it did not succeed. */
export function tokenFor(ctx: Context, { id, status }: Authentication): string | null {
  if (status !== 'Y' && status !== 'A') return null;
  const known = ctx.of(threeDsTokens).newest({ authentication_id: [id] });
  if (known !== undefined) return known.id;
  forgetOld(ctx, threeDsTokens, dayMs);
  const fresh = { id: ctx.newSecret(threeDsTokens.prefix), authentication_id: id, created_at: ctx.at, used_at: null };
  return ctx.put(threeDsTokens, fresh).id;
}

/** What is about to be paid. */
export interface TokenPurpose {
  readonly card: Card;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** Of the session, link or invoice. */
  readonly slug: string;
}

/**
 * Uses a client's token up, for the payment that it was made for.
 * @returns what the transaction records
 * @throws 402 `3ds_failed` for a token that is unknown, used, older than 20 minutes, or of another card, amount or slug
 */
export function spendThreeDsToken(ctx: Context, id: string, purpose: TokenPurpose): RecordedThreeDs {
  const { card, amount, currency, slug } = purpose;
  const token = ctx.find(threeDsTokens, id);
  if (token === undefined) throw failed('This threeDsToken is unknown.');
  if (token.used_at !== null) throw failed('This threeDsToken has been used; it works once.');
  if (ctx.isOver(token.created_at, lifetime)) throw failed('This threeDsToken has expired; it lives 20 minutes.');
  const authentication = ctx.get(authentications, token.authentication_id);
  if (!isSameCard(authentication.card, card)) throw failed('This threeDsToken belongs to another card.');
  if (authentication.amount !== amount || authentication.currency !== currency) {
    const { amount: authenticated, currency: of } = authentication;
    const spelt = authenticated === null || of === null ? 'none' : moneyOf(authenticated, of);
    throw failed(`This threeDsToken belongs to another amount (${spelt}).`);
  }
  // A token that was made without a slug may be used in any checkout.
  if (authentication.slug !== null && authentication.slug !== slug) {
    throw failed('This threeDsToken belongs to another checkout.');
  }
  ctx.put(threeDsTokens, { ...token, used_at: ctx.at });
  return { ...recordOf(authentication), client_token: id };
}

/** Lets a client's token be used again that was used for nothing. */
export function releaseThreeDsToken(ctx: Context, id: string): void {
  const token = ctx.find(threeDsTokens, id);
  if (token !== undefined) ctx.put(threeDsTokens, { ...token, used_at: null });
}

/**
 * What an authentication gave to a payment on a page; null where the card needs none.
 * @param token the client's `threeDsToken`, if it sent one
 * @throws 402 `3ds_required` without a token that the workspace wants, `3ds_failed` as `spendThreeDsToken`
 */
export function requireAuthentication(
  ctx: Context,
  token: string | null | undefined,
  cardholder: Cardholder,
  purpose: Omit<TokenPurpose, 'card'>,
): RecordedThreeDs | null {
  if (token) return spendThreeDsToken(ctx, token, { card: cardholder.card, ...purpose });
  if (!needsAuthentication(ctx, cardholder)) return null;
  const text = 'This card must be authenticated with 3-D Secure first: pay with a threeDsToken.';
  throw refuse(threeDsRequired, text);
}

const failed = (why: string): ServiceError => refuse(threeDsRefused, `${why} Run 3-D Secure again.`);
