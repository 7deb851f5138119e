import { ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { createToken } from '../token/actions.ts';
import { answerAuthentication, beginAuthentication, decideChallenge } from './actions.ts';
import { findCard } from './cards.ts';
import type { Authentication } from './model.ts';

/** The test cards whose issuers answer as a move needs; any other move begins with a challenge. */
const cardsByMove: Readonly<Record<string, string>> = {
  authenticate: '4000000000003238',
  attempt: '4000000000002719',
  deny: '4000000000002925',
  reject: '4000000000002537',
  miss: '4000000000002313',
};
const challengeCard = '4000000000003220';

export const threeDsTrigger: TriggerDef<Authentication> = {
  fresh: (ctx, verb, { set = {} }) => {
    const number = cardsByMove[verb] ?? challengeCard;
    const named = ['token', 'payment_method_id', 'card_id'].some((field) => field in set);
    const fields = named ? set : { token: createToken(ctx, { number, exp_month: '12', exp_year: '2099' }).id };
    return beginAuthentication(ctx, findCard(ctx, fields));
  },
  apply: (ctx, authentication, verb, { amount = 4200 }) => {
    switch (verb) {
      case 'challenge':
      case 'authenticate':
      case 'attempt':
      case 'deny':
      case 'reject':
      case 'miss':
      case 'skip':
        return answerAuthentication(ctx, authentication, verb, { amount, currency: 'USD', redirect_url: null });
      case 'approve':
      case 'refuse':
      case 'cancel':
        return decideChallenge(ctx, authentication, verb);
      default:
        throw new ServiceError('invalid_request_error', `An authentication cannot be asked to ${verb}.`);
    }
  },
  options: { challenge: ['amount'], authenticate: ['amount'], attempt: ['amount'] },
};
