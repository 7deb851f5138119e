import type { Context } from '../../../core/kernel/context.ts';
import { type Bank, rtpNetworkOf } from '../../simulation/banks.ts';
import { findBin, typeConsensusOf } from '../../simulation/bin-directory.ts';
import type { Card } from '../common/card.ts';
import { whyNotEligible } from '../common/push-to-card.ts';
import type { AccountCheck } from './model.ts';

/**
 * Reports whether and how fast a card can receive money. Push-to-card is immediate on the two large domestic
 * networks. On other networks it takes one business day (assumed).
 */
export function checkCard(ctx: Context, card: Card): AccountCheck {
  const eligible = whyNotEligible(ctx, card) === null;
  const isFast = (card.brand === 'visa' || card.brand === 'mastercard') && card.country === 'US';
  const bin = findBin(card);
  const consensus = typeConsensusOf(card);
  return {
    object: 'account_check',
    type: 'card',
    eligible,
    code: eligible ? null : 'ACCOUNT_NOT_ELIGIBLE',
    network: card.brand,
    funds_availability: !eligible ? 'not_payout_eligible' : isFast ? 'immediate' : 'next_business_day',
    bin,
    card_type_consensus: consensus === null ? null : { ...consensus, sources: [...consensus.sources] },
    routing_number: null,
    bank_name: null,
    rtp: null,
    livemode: ctx.livemode,
  };
}

/** Reports which instant networks a bank supports. A bank on neither network is paid by ACH. */
export function checkBank(ctx: Context, bank: Bank): AccountCheck {
  const instant = rtpNetworkOf(bank);
  return {
    object: 'account_check',
    type: 'bank_account',
    eligible: true,
    code: null,
    network: instant ?? 'ach',
    funds_availability: instant === null ? 'next_business_day' : 'immediate',
    bin: null,
    card_type_consensus: null,
    routing_number: bank.routing_number,
    bank_name: bank.name,
    rtp: { rtp: bank.rtp, fednow: bank.fednow },
    livemode: ctx.livemode,
  };
}
