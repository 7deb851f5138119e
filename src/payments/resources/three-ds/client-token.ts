import { dayMs, minuteMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { about, nullable, T, Text, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, refusal, type ServiceError } from '../../../core/kernel/errors.ts';
import { forgetOld } from '../../../core/kernel/expire-records.ts';
import { collection } from '../../../core/store/collection.ts';
import { moneyOf } from '../../platform/money.ts';
import { isEnrolled } from '../../simulation/three-ds-directory.ts';
import { type Card, isSameCard } from '../common/card.ts';
import { spend } from '../common/spending.ts';
import { type Cardholder, hasAcquirer, recordedResult, recordOf } from './actions.ts';
import { type Authentication, authentications, ThreeDsInput, threeDsSettings } from './model.ts';

const threeDsRequired = refusal(402, '3ds_required', { origin: 'client' });
const threeDsRefused = refusal(402, '3ds_failed', { origin: 'client' });

/**
 * A token with which a client pays instead of sending the values of an authentication. The id is the `threeDsToken`.
 */
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

/** How long a token is valid, in milliseconds (assumed). */
const lifetime = 20 * minuteMs;

/** Whether the workspace requires an authentication before a payment with a card on a page. */
export const needsAuthentication = (ctx: Context, { card, behaviour }: Cardholder): boolean =>
  threeDsSettings.of(ctx).three_ds_enabled && hasAcquirer(ctx, card) && isEnrolled(behaviour);

/**
 * Returns the token of an authentication, the same one for every call; null if the authentication did not succeed.
 */
export function tokenFor(ctx: Context, { id, status }: Authentication): string | null {
  if (status !== 'Y' && status !== 'A') return null;
  const known = ctx.of(threeDsTokens).newest({ authentication_id: [id] });
  if (known !== undefined) return known.id;
  forgetOld(ctx, threeDsTokens, dayMs);
  const fresh = { id: ctx.newSecret(threeDsTokens.prefix), authentication_id: id, created_at: ctx.at, used_at: null };
  return ctx.put(threeDsTokens, fresh).id;
}

/** The payment that is about to be made. */
interface TokenPurpose {
  readonly card: Card;
  /** The amount in cents. */
  readonly amount: number;
  readonly currency: string;
  /** The slug of the session, link or invoice. */
  readonly slug: string;
}

/**
 * Returns the authentication of a client's token and checks that the token is valid for the payment.
 * @throws 402 `3ds_failed` for a token that is unknown, used, older than 20 minutes, or issued for another card,
 * amount or slug
 */
function provenBy(ctx: Context, id: string, purpose: TokenPurpose): Authentication {
  const { card, amount, currency, slug } = purpose;
  const token = ctx.find(threeDsTokens, id);
  if (token === undefined) throw failed('This threeDsToken is unknown.');
  if (token.used_at !== null) throw failed('This threeDsToken was already used; each token works only once.');
  if (ctx.isOver(token.created_at, lifetime))
    throw failed('This threeDsToken has expired; it is valid for 20 minutes.');
  const authentication = ctx.get(authentications, token.authentication_id);
  if (!isSameCard(authentication.card, card)) throw failed('This threeDsToken is for another card.');
  if (authentication.amount !== amount || authentication.currency !== currency) {
    const { amount: authenticated, currency: of } = authentication;
    const spelt = authenticated === null || of === null ? 'none' : moneyOf(authenticated, of);
    throw failed(`This threeDsToken is for another amount (${spelt}).`);
  }
  // A token without a slug works in any checkout.
  if (authentication.slug !== null && authentication.slug !== slug) {
    throw failed('This threeDsToken is for another checkout.');
  }
  return authentication;
}

const use = (ctx: Context, id: string, used_at: string | null): void => {
  // A token that was removed after a day is not restored.
  const token = ctx.find(threeDsTokens, id);
  if (token !== undefined) ctx.put(threeDsTokens, { ...token, used_at });
};

/**
 * The 3-D Secure proof of a card. A merchant can send the values of an authentication any number of times. A client's
 * page sends a token, which works once. If the workspace requires a proof, a card without a token is rejected on a
 * page (402). A wallet's sheet has already authenticated the buyer, and only the card of a prepared credential
 * accepts a token.
 */
export const spentThreeDsToken = spend('three_ds_token', {
  asks: {
    merchant: {
      fields: T.Object({
        three_ds: about(T.Optional(ThreeDsInput), 'A 3-D Secure result: eci, cavv, xid and related fields.'),
      }),
    },
    client: {
      fields: T.Object({
        threeDsToken: about(T.Optional(Text(200)), 'The token from a 3-D Secure authentication of the card.'),
      }),
      refuses: [threeDsRequired, threeDsRefused],
    },
  },
  backAfter: ['not_charged'],
  check: (ctx, purchase) => {
    const { card, behaviour, wallet, slug, amount, currency, given } = purchase;
    const { three_ds, threeDsToken } = given;
    const isTaken = wallet === null || wallet.takesThreeDs;
    if (three_ds !== undefined) {
      if (isTaken) return { proof: recordedResult(ctx, three_ds, purchase) };
      throw invalid(
        'three_ds',
        'three_ds is accepted only with a prepared wallet_b card; prepare the card, then authenticate it.',
      );
    }
    if (card === null || slug === null) return null;
    if (threeDsToken) {
      if (!isTaken) {
        throw invalid(
          'threeDsToken',
          'threeDsToken is accepted only with a prepared wallet_b card; omit threeDsToken.',
        );
      }
      const proof = recordOf(provenBy(ctx, threeDsToken, { card, amount, currency, slug }));
      return { what: threeDsToken, proof };
    }
    if (wallet !== null || !needsAuthentication(ctx, { card, behaviour })) return null;
    const text = 'This card must be authenticated with 3-D Secure first; pay with a threeDsToken.';
    throw errorOf(threeDsRequired, text);
  },
  take: (ctx, id) => use(ctx, id, ctx.at),
  giveBack: (ctx, id) => use(ctx, id, null),
});

const failed = (why: string): ServiceError => errorOf(threeDsRefused, `${why} Run 3-D Secure again.`);
