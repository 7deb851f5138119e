import { atLeast, exactly, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { operation } from '../../../core/kernel/declare/operation.ts';
import { Anything, about, assumed, described, Id, T, Text } from '../../../core/kernel/declare/schema.ts';
import { invalid, invalidState, missing } from '../../../core/kernel/errors.ts';
import { amountTooLarge, checkAmount, checkCurrency, checkEmail } from '../../platform/checks.ts';
import { Cents } from '../../platform/fields.ts';
import { fingerprintHtml, isEnrolled } from '../../simulation/three-ds-directory.ts';
import { billingInput } from '../common/address.ts';
import { isSameCard } from '../common/card.ts';
import { CurrencyInput, IdInput, UrlInput } from '../common/fields.ts';
import { tokenExpired, tokenUsed } from '../token/actions.ts';
import { vault } from '../token/vault.ts';
import {
  answerAuthentication,
  authenticationOf,
  directoryMove,
  hasAcquirer,
  initializeAuthentication,
  setupInfo,
  showResult,
} from './actions.ts';
import { cardFields, findCard } from './cards.ts';
import { authentications, ThreeDsResultModel, ThreeDsSetupModel } from './model.ts';
import { checkReturn } from './return-address.ts';

const card = {
  token: about(T.Optional(Id()), 'A one-time token for a new card, which the request does not consume.'),
  card_id: about(T.Optional(Id()), 'The card_id from wallet prepare.'),
  payment_method_id: T.Optional(IdInput('saved card that the customer has used at this business')),
};

export const initializeThreeDs = operation('POST /three-ds/initialize', {
  id: 'three_ds.initialize',
  summary: 'Start a 3-D Secure authentication of a card',
  access: 'publishable',
  body: ruled(T.Object(card), exactly(...cardFields)),
  answers: [200, ThreeDsSetupModel],
  capability: vault,
  refuses: [tokenUsed, tokenExpired],
  example: { body: { token: 'ptok_visa' } },
  handle: (ctx, { body }) => {
    const authentication = initializeAuthentication(ctx, findCard(ctx, body));
    const { server_trans_id, behaviour } = authentication;
    return {
      transaction_info: setupInfo(authentication),
      device_fingerprint_html:
        hasAcquirer(ctx, authentication.card) && isEnrolled(behaviour) ? fingerprintHtml(server_trans_id) : null,
    };
  },
});

export const authenticateThreeDs = operation('POST /three-ds/authenticate', {
  id: 'three_ds.authenticate',
  summary: 'Authenticate a cardholder with the card issuer',
  access: 'publishable',
  rate: 20,
  body: ruled(
    T.Object({
      ...card,
      transaction_info: about(T.Optional(Anything()), 'The transaction_info from initialize, for direct integrations.'),
      amount: about(assumed(T.Optional(Cents())), 'The amount to pay, in cents.'),
      currency: assumed(CurrencyInput()),
      email: assumed(about(T.Optional(described(Text(254), { format: 'email' })), "The buyer's email address.")),
      ...billingInput(),
      browser: about(assumed(T.Optional(Anything())), "The data collected from the buyer's browser."),
      redirect_url: T.Optional(
        UrlInput(
          'The return URL of the challenge: a publicly reachable URL that accepts the POST request from the challenge.',
        ),
      ),
    }),
    exactly(...cardFields),
  ),
  answers: [200, ThreeDsResultModel],
  capability: vault,
  refuses: [tokenUsed, tokenExpired, amountTooLarge, invalidState],
  example: { body: { token: 'ptok_visa', amount: 4200, currency: 'USD' } },
  standIns: { auth_1001: 'data.authentication_id' },
  handle: (ctx, { body }) => {
    const cardholder = findCard(ctx, body);
    const purpose = {
      amount: body.amount === undefined ? null : checkAmount(body.amount),
      currency: body.amount === undefined && body.currency === undefined ? null : checkCurrency(body.currency),
      redirect_url: body.redirect_url === undefined ? null : checkReturn(ctx, body.redirect_url, 'redirect_url'),
    };
    if (body.email !== undefined) checkEmail(body.email);
    const authentication =
      body.transaction_info === undefined
        ? initializeAuthentication(ctx, cardholder)
        : authenticationOf(ctx, body.transaction_info);
    if (!isSameCard(authentication.card, cardholder.card)) {
      throw invalid('transaction_info', 'The transaction_info belongs to an authentication of a different card.');
    }
    return showResult(ctx, answerAuthentication(ctx, authentication, directoryMove(ctx, authentication), purpose));
  },
});

export const finishThreeDs = operation('POST /three-ds/finish', {
  id: 'three_ds.finish',
  summary: 'Get the result of an authentication; poll while a challenge is open',
  access: 'publishable',
  body: ruled(
    T.Object({
      authentication_id: assumed(T.Optional(IdInput('authentication, as returned by authenticate'))),
      transaction_info: about(T.Optional(Anything()), 'The transaction_info from initialize.'),
    }),
    atLeast('authentication_id', 'transaction_info'),
  ),
  answers: [200, ThreeDsResultModel],
  capability: vault,
  refuses: [invalidState],
  example: { body: { authentication_id: 'auth_1001' } },
  handle: (ctx, { body }) => {
    const { authentication_id: id, transaction_info } = body;
    if (id === undefined) {
      if (transaction_info === undefined)
        throw missing('authentication_id', 'Send authentication_id or transaction_info.');
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
