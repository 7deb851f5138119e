import type { Context } from '../../../core/kernel/context.ts';
import type { Capability } from '../../../core/kernel/declare/capability.ts';
import { bare, buyerOperation } from '../../../core/kernel/declare/operation.ts';
import { Anything, about, assumed, nullable, OneOf, T, Words } from '../../../core/kernel/declare/schema.ts';
import {
  CommittedRefusal,
  errorOf,
  invalid,
  invalidState,
  refusal,
  resourceMissing,
} from '../../../core/kernel/errors.ts';
import { amountTooLarge, checkCurrency } from '../../platform/checks.ts';
import type { OutcomeKind } from '../../platform/outcome-rules.ts';
import { platformSettings } from '../../platform/settings.ts';
import { decide } from '../../simulation/network.ts';
import { challengeForm, fingerprintHtml, isEnrolled } from '../../simulation/three-ds-directory.ts';
import { isSameCard } from '../common/card.ts';
import { CurrencyInput, Last4, UrlInput } from '../common/fields.ts';
import { tokenExpired } from '../token/actions.ts';
import { vault } from '../token/vault.ts';
import {
  answerAuthentication,
  authenticationOf,
  cancelled,
  directoryMove,
  initializeAuthentication,
  setupInfo,
  showResult,
} from './actions.ts';
import {
  aliasFields,
  BrowserFields,
  buyerFields,
  cardOf,
  channels,
  checkBuyer,
  MajorUnits,
  minorUnitsOf,
  ownedByBody,
  ownerFields,
} from './buyer-fields.ts';
import { cardOfRef, signCardRef } from './cards.ts';
import { needsAuthentication, tokenFor } from './client-token.ts';
import { type Authentication, resultStatuses, threeDsSettings } from './model.ts';
import { checkReturn, slugOf } from './return-address.ts';

/** Every call requires an existing workspace, and a card alias or reference that has not expired. */
const commonRefusals = [resourceMissing, tokenExpired];
const example = { workspaceId: 'ws_demo', sandbox: true };
const exampleInfo = { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' };
const exampleCard = { panAlias: 'tok_sandbox_visa', expMonth: '12', expYear: '2030' };

/** 3-D Secure in the checkout, for cards from the vault. */
const threeDs: Capability = {
  name: '3-D Secure',
  lackOf: (workspace, mode) => {
    const lack = vault.lackOf(workspace, mode);
    if (lack !== null || threeDsSettings.of(workspace).three_ds_enabled) return lack;
    return '3-D Secure is turned off for this workspace; pay without it.';
  },
};

export const preflight = buyerOperation('POST /api/vault/3ds/preflight', {
  id: 'client_three_ds.preflight',
  summary: 'Check whether a cardholder must be authenticated before paying',
  body: T.Object({ ...ownerFields, ...aliasFields, ...buyerFields }),
  answers: [
    200,
    bare(
      T.Object({
        required: about(T.Boolean(), 'Whether authentication is required; if false, skip the other steps.'),
      }),
    ),
  ],
  refuses: commonRefusals,
  example: { body: { ...example, ...exampleCard } },
  capability: vault,
  ...ownedByBody,
  handle: (ctx, { body }) => {
    checkBuyer(body);
    return { required: needsAuthentication(ctx, cardOf(ctx, body)) };
  },
});

export const createCard = buyerOperation('POST /api/vault/3ds/create-card', {
  id: 'client_three_ds.create_card',
  summary: 'Exchange a card alias for a signed reference that is valid for 20 minutes',
  body: T.Object({ ...ownerFields, ...aliasFields }),
  answers: [
    200,
    bare(
      T.Object({
        cardRef: about(T.String(), 'A signed reference to the card, valid for 20 minutes.'),
        last4: Last4('card number'),
        brand: about(T.String(), 'Card brand, such as visa.'),
      }),
    ),
  ],
  refuses: commonRefusals,
  example: { body: { ...example, ...exampleCard } },
  standIns: { 'card_1.signature': 'cardRef' },
  capability: threeDs,
  ...ownedByBody,
  handle: (ctx, { body }) => {
    const { card, behaviour } = cardOf(ctx, body);
    return { cardRef: signCardRef(ctx, card, behaviour), last4: card.last4, brand: card.brand };
  },
});

export const init = buyerOperation('POST /api/vault/3ds/init', {
  id: 'client_three_ds.init',
  summary: 'Start an authentication and get HTML to load in a hidden element for three seconds',
  body: T.Object({ ...ownerFields, cardRef: about(Words(200), 'The cardRef from create-card.') }),
  answers: [
    200,
    bare(
      T.Object({
        transactionInfo: about(Anything(), 'The value to send unchanged to authenticate and finish.'),
        deviceFingerprintingHtml: about(T.String(), 'HTML to load in a hidden element for three seconds.'),
      }),
    ),
  ],
  refuses: commonRefusals,
  example: { body: { ...example, cardRef: 'card_1.signature' } },
  standIns: { [JSON.stringify(exampleInfo)]: 'transactionInfo' },
  capability: threeDs,
  ...ownedByBody,
  handle: (ctx, { body, sdk }) => {
    const authentication = initializeAuthentication(ctx, cardOfRef(ctx, body.cardRef), sdk);
    return {
      transactionInfo: setupInfo(authentication),
      deviceFingerprintingHtml: fingerprintHtml(authentication.server_trans_id),
    };
  },
});

const ChallengeModel = T.Object({
  form: about(T.String(), 'HTML that posts `creq` to `url`.'),
  url: about(T.String(), 'The challenge URL.'),
  creq: about(T.String(), 'The value of `creq` to post to `url`.'),
});

const status = about(assumed(T.Optional(OneOf(resultStatuses))), 'The status of the 3-D Secure result.');

const threeDsVaultFailed = refusal(502, 'three_ds_failed', { origin: 'client' });

export const authenticate = buyerOperation('POST /api/vault/3ds/authenticate', {
  id: 'client_three_ds.authenticate',
  summary: 'Authenticate a cardholder before a payment',
  effects: ['asks_network'],
  body: T.Object({
    ...ownerFields,
    cardRef: about(Words(200), 'The cardRef from create-card.'),
    amount: MajorUnits(),
    currency: CurrencyInput(),
    browser: about(T.Optional(BrowserFields), 'The data collected from the browser.'),
    redirectUrl: T.Optional(UrlInput('The return URL of the challenge, on a public host.')),
    transactionInfo: about(Anything(), 'The transactionInfo from init, unchanged.'),
    panAlias: T.Optional(aliasFields.panAlias),
    expMonth: T.Optional(aliasFields.expMonth),
    expYear: T.Optional(aliasFields.expYear),
    ...buyerFields,
    channel: T.Optional(channels),
    slug: about(assumed(T.Optional(Words(100))), 'The slug of the checkout, if redirectUrl does not contain it.'),
  }),
  answers: [
    200,
    bare(
      T.Object({
        approved: about(T.Optional(T.Boolean()), 'Whether the card can be charged with the token.'),
        challengeRequired: about(T.Optional(T.Boolean()), 'Whether the cardholder must complete a challenge.'),
        challenge: about(T.Optional(ChallengeModel), 'The challenge for the cardholder.'),
        threeDsToken: about(
          T.Optional(nullable(T.String())),
          'The token for the pay request; null if no token has been issued.',
        ),
        skipped: about(
          T.Optional(T.Boolean()),
          'Whether the authentication was skipped because the card cannot be authenticated. If true, pay without a token.',
        ),
        reason: about(
          assumed(T.Optional(nullable(T.String()))),
          'Why the authentication was skipped; null if there is no reason.',
        ),
        status,
        error: about(assumed(T.Optional(T.String())), 'Why the authentication failed.'),
      }),
    ),
  ],
  refuses: [...commonRefusals, amountTooLarge, invalidState, threeDsVaultFailed],
  example: {
    body: {
      ...example,
      cardRef: 'card_1.signature',
      amount: 42,
      currency: 'USD',
      redirectUrl: 'https://pay.example.com/pay/api-1/3ds-return',
      transactionInfo: exampleInfo,
      ...exampleCard,
    },
  },
  capability: threeDs,
  ...ownedByBody,
  handle: (ctx, { body, sdk }) => {
    const reference = cardOfRef(ctx, body.cardRef);
    const currency = checkCurrency(body.currency);
    const amount = minorUnitsOf(body.amount, currency);
    const redirect_url = body.redirectUrl === undefined ? null : checkReturn(ctx, body.redirectUrl, 'redirectUrl');
    const slug = body.slug ?? (redirect_url === null ? null : slugOf(redirect_url));
    checkBuyer(body);
    if (body.panAlias !== undefined) {
      const { exp_month, exp_year } = reference.card;
      const { panAlias, expMonth = exp_month, expYear = exp_year } = body;
      if (!isSameCard(cardOf(ctx, { panAlias, expMonth, expYear }).card, reference.card)) {
        throw invalid('panAlias', 'panAlias, expMonth and expYear must belong to the same card as cardRef.');
      }
    }
    const authentication = ownAuthentication(ctx, reference, body.transactionInfo);
    const planned = askVault(ctx, authentication, amount);
    if (planned === 'unavailable' || planned === 'fail') {
      const text = "The vault or the card network's directory did not respond.";
      // The refusal is returned and not thrown, because a rule has already counted this call (`nth`).
      return new CommittedRefusal(errorOf(threeDsVaultFailed, text));
    }
    const move = planned === 'decline' ? 'deny' : directoryMove(ctx, authentication);
    const purpose = { amount, currency, redirect_url, slug, sdk: sdk ?? authentication.sdk };
    return showAnswer(ctx, answerAuthentication(ctx, authentication, move, purpose));
  },
});

/**
 * Returns the outcome that a developer chose with a fault or with a rule for this operation; null if the card
 * decides.
 */
const askVault = (ctx: Context, { card, behaviour }: Authentication, amount: number): OutcomeKind | null =>
  decide(ctx, {
    direction: 'in',
    gateway: platformSettings.of(ctx).gateway,
    rail: 'card',
    amount,
    instant: false,
    card: { behaviour, last4: card.last4, brand: card.brand },
    customer: null,
    beside: true,
  })?.effect.kind ?? null;

function showAnswer(ctx: Context, authentication: Authentication) {
  const { status, skipped, reason, challenge, error } = showResult(ctx, authentication);
  if (skipped || !isEnrolled(authentication.behaviour)) return { skipped: true, reason };
  if (challenge !== null) {
    const form = challengeForm(challenge.url, challenge.creq);
    return { challengeRequired: true, challenge: { form, ...challenge }, threeDsToken: null, status };
  }
  const threeDsToken = tokenFor(ctx, authentication);
  return { approved: threeDsToken !== null, challengeRequired: false, threeDsToken, status, error };
}

export const finish = buyerOperation('POST /api/vault/3ds/finish', {
  id: 'client_three_ds.finish',
  summary: 'Get the result of a challenge; poll every three seconds, at most 80 times',
  body: T.Object({
    ...ownerFields,
    cardRef: about(Words(200), 'The cardRef from create-card.'),
    amount: MajorUnits(),
    transactionInfo: about(Anything(), 'The transactionInfo from init, unchanged.'),
  }),
  answers: [
    200,
    bare(
      T.Object({
        challengeRequired: about(T.Boolean(), 'Whether the challenge is still open; if true, poll again.'),
        threeDsToken: about(
          nullable(T.String()),
          'The token for the pay request; null while the challenge is open or if the cardholder did not pass the challenge.',
        ),
        status,
        error: about(assumed(T.Optional(T.String())), 'Why the authentication failed.'),
        cancelled: about(assumed(T.Optional(T.Boolean())), 'Whether the cardholder cancelled the challenge.'),
      }),
    ),
  ],
  refuses: [...commonRefusals, amountTooLarge, invalidState],
  example: {
    body: {
      ...example,
      cardRef: 'card_1.signature',
      amount: 42,
      transactionInfo: exampleInfo,
    },
  },
  capability: threeDs,
  ...ownedByBody,
  handle: (ctx, { body }) => {
    const found = ownAuthentication(ctx, cardOfRef(ctx, body.cardRef), body.transactionInfo);
    const { status, error, challenge_required } = showResult(ctx, found);
    if (minorUnitsOf(body.amount, found.currency ?? 'USD') !== found.amount) {
      throw invalid('amount', 'amount must equal the authenticated amount.');
    }
    const threeDsToken = tokenFor(ctx, found);
    const end = found.reason === cancelled ? { cancelled: true } : {};
    return { challengeRequired: challenge_required, threeDsToken, status, error, ...end };
  },
});

/**
 * Returns the authentication of a `transactionInfo`, which must be for the given card.
 * @throws 400 `parameter_invalid`
 */
function ownAuthentication(ctx: Context, { card }: Pick<Authentication, 'card'>, info: Record<string, unknown>) {
  const found = authenticationOf(ctx, info, 'transactionInfo', 'init');
  if (isSameCard(found.card, card)) return found;
  throw invalid('transactionInfo', 'transactionInfo must come from an authentication of the same card as cardRef.');
}
