import { checkAmount, checkCurrency, checkEmail } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing, ServiceError } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { Anything, assumed, Cents, Id, T, Text } from '../../engine/schema.ts';
import { fingerprintHtml, isEnrolled } from '../../simulation/three-ds-directory.ts';
import { billingInput } from '../common/address.ts';
import { isSameCard } from '../common/card.ts';
import {
  answerAuthentication,
  authenticationOf,
  beginAuthentication,
  directoryMove,
  hasAcquirer,
  setupInfo,
  showResult,
} from './actions.ts';
import { findCard } from './cards.ts';
import { authentications, ThreeDsResultModel, ThreeDsSetupModel } from './model.ts';
import { checkReturn } from './return-address.ts';

const card = { token: T.Optional(Id()), card_id: T.Optional(Id()), payment_method_id: T.Optional(Id()) };

/** @throws 400 `capability_required` */
function requireVault({ settings }: Context): void {
  if (settings.vault_enabled) return;
  throw new ServiceError('invalid_request_error', '3-D Secure needs the vault, which is off for this workspace.', {
    code: 'capability_required',
  });
}

export const initializeThreeDs = defineOperation({
  id: 'three_ds.initialize',
  method: 'POST',
  path: '/three-ds/initialize',
  summary: 'Begin a 3-D Secure authentication of a card',
  access: 'publishable',
  body: T.Object(card),
  success: 200,
  envelope: 'data',
  answer: ThreeDsSetupModel,
  errors: [400],
  example: { body: { token: 'ptok_1' } },
  handle: (ctx, { body }) => {
    requireVault(ctx);
    const begun = beginAuthentication(ctx, findCard(ctx, body));
    const { server_trans_id, behaviour } = begun;
    return {
      transaction_info: setupInfo(begun),
      device_fingerprint_html:
        hasAcquirer(ctx, begun.card) && isEnrolled(behaviour) ? fingerprintHtml(server_trans_id) : null,
    };
  },
});

export const authenticateThreeDs = defineOperation({
  id: 'three_ds.authenticate',
  method: 'POST',
  path: '/three-ds/authenticate',
  summary: 'Authenticate the holder of a card with its issuer',
  access: 'publishable',
  rate: 20,
  body: T.Object({
    ...card,
    transaction_info: T.Optional(Anything()),
    amount: assumed(T.Optional(Cents())),
    currency: assumed(T.Optional(Text(10))),
    email: assumed(T.Optional(Text(254))),
    ...billingInput(),
    browser: assumed(T.Optional(Anything())),
    redirect_url: T.Optional(Text(2_000)),
  }),
  success: 200,
  envelope: 'data',
  answer: ThreeDsResultModel,
  errors: [400],
  example: { body: { token: 'ptok_1', amount: 4200, currency: 'USD' } },
  handle: (ctx, { body }) => {
    requireVault(ctx);
    const cardholder = findCard(ctx, body);
    const purpose = {
      amount: body.amount === undefined ? null : checkAmount(body.amount),
      currency: body.amount === undefined && body.currency === undefined ? null : checkCurrency(body.currency),
      redirect_url: body.redirect_url === undefined ? null : checkReturn(ctx, body.redirect_url, 'redirect_url'),
    };
    if (body.email !== undefined) checkEmail(body.email);
    const begun =
      body.transaction_info === undefined
        ? beginAuthentication(ctx, cardholder)
        : authenticationOf(ctx, body.transaction_info);
    if (!isSameCard(begun.card, cardholder.card)) {
      throw invalid('transaction_info', 'The transaction_info belongs to an authentication of another card.');
    }
    return showResult(ctx, answerAuthentication(ctx, begun, directoryMove(ctx, begun), purpose));
  },
});

export const finishThreeDs = defineOperation({
  id: 'three_ds.finish',
  method: 'POST',
  path: '/three-ds/finish',
  summary: 'Ask for the result of an authentication; poll while a challenge is open',
  access: 'publishable',
  body: T.Object({ authentication_id: assumed(T.Optional(Id())), transaction_info: T.Optional(Anything()) }),
  success: 200,
  envelope: 'data',
  answer: ThreeDsResultModel,
  errors: [400],
  example: { body: { authentication_id: 'auth_1' } },
  handle: (ctx, { body }) => {
    requireVault(ctx);
    const { authentication_id: id, transaction_info } = body;
    if (id === undefined) {
      if (transaction_info === undefined)
        throw missing('authentication_id', 'Give authentication_id or transaction_info.');
      return showResult(ctx, authenticationOf(ctx, transaction_info));
    }
    const found = ctx.find(authentications, id);
    if (found === undefined) throw invalid('authentication_id', `No such authentication: '${id}'.`);
    if (transaction_info !== undefined && authenticationOf(ctx, transaction_info).id !== id) {
      throw invalid('transaction_info', `The transaction_info does not belong to ${id}.`);
    }
    return showResult(ctx, found);
  },
});
