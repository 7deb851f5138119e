import type { Context } from '../../../core/kernel/context.ts';
import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { Cents } from '../../platform/fields.ts';
import { createToken } from '../token/actions.ts';
import { answerAuthentication, decideChallenge } from './actions.ts';
import type { DirectoryMove } from './lifecycle.ts';
import { type Authentication, authentications } from './model.ts';
import { initializeThreeDs } from './operations.ts';

/** The test cards whose issuers respond with the outcome of a move. Any other move starts with a challenge. */
const cardsByMove: Readonly<Record<string, string>> = {
  authenticate: '4000000000003238',
  attempt: '4000000000002719',
  deny: '4000000000002925',
  reject: '4000000000002537',
  miss: '4000000000002313',
};
const challengeCard = '4000000000003220';

const answering =
  (move: DirectoryMove) =>
  (ctx: Context, authentication: Authentication, { amount = 4200 }: { amount?: number } = {}) =>
    answerAuthentication(ctx, authentication, move, { amount, currency: 'USD', redirect_url: null });

export const threeDsTrigger = triggers(authentications, {
  create: {
    operation: initializeThreeDs,
    body: (ctx, { move, set }) => {
      if (['token', 'payment_method_id', 'card_id'].some((field) => field in set)) return {};
      const number = cardsByMove[move] ?? challengeCard;
      return { token: createToken(ctx, { number, exp_month: '12', exp_year: '2099' }).id };
    },
  },
  moves: {
    challenge: taking({ amount: Cents() }, answering('challenge')),
    authenticate: taking({ amount: Cents() }, answering('authenticate')),
    attempt: taking({ amount: Cents() }, answering('attempt')),
    deny: answering('deny'),
    reject: answering('reject'),
    miss: answering('miss'),
    skip: answering('skip'),
    approve: (ctx, authentication) => decideChallenge(ctx, authentication, 'approve'),
    refuse: (ctx, authentication) => decideChallenge(ctx, authentication, 'refuse'),
    cancel: (ctx, authentication) => decideChallenge(ctx, authentication, 'cancel'),
  },
});
