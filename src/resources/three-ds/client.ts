import { checkCurrency } from '../../engine/checks.ts';
import { type ClientOperation, defineClientOperation } from '../../engine/client-operation.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, Refused, ServiceError } from '../../engine/errors.ts';
import type { OutcomeKind } from '../../engine/outcomes.ts';
import { Anything, about, assumed, nullable, OneOf, T, Text, Words } from '../../engine/schema.ts';
import { challengeForm, fingerprintHtml, isEnrolled } from '../../simulation/three-ds-directory.ts';
import { isSameCard } from '../common/card.ts';
import { requireVault } from '../token/vault.ts';
import {
  answerAuthentication,
  authenticationOf,
  beginAuthentication,
  cancelled,
  directoryMove,
  setupInfo,
  showResult,
} from './actions.ts';
import { cardOfRef, signCardRef } from './client-card-ref.ts';
import {
  aliasFields,
  BrowserFields,
  buyerFields,
  cardOf,
  channels,
  checkBuyer,
  MajorUnits,
  minorUnitsOf,
  ownerFields,
  ownerNamed,
} from './client-fields.ts';
import { needsAuthentication, tokenFor } from './client-token.ts';
import { type Authentication, resultStatuses } from './model.ts';
import { checkReturn, slugOf } from './return-address.ts';

const owner: ClientOperation<T.TObject<typeof ownerFields>>['owner'] = (engine, { body }) => ownerNamed(engine, body);
const example = { workspaceId: 'ws_demo', sandbox: true };
const exampleCard = { panAlias: 'tok_sandbox_1', expMonth: '12', expYear: '2030' };

/** @throws 400 `capability_required` */
function requireThreeDs(ctx: Context): void {
  requireVault(ctx);
  if (ctx.settings.three_ds_enabled) return;
  throw new ServiceError('invalid_request_error', '3-D Secure is off for this workspace; pay without it.', {
    code: 'capability_required',
  });
}

export const preflight = defineClientOperation({
  id: 'client_three_ds.preflight',
  method: 'POST',
  path: '/api/vault/3ds/preflight',
  summary: 'Ask whether the holder of a card must be authenticated before paying',
  body: T.Object({ ...ownerFields, ...aliasFields, ...buyerFields }),
  success: 200,
  answer: T.Object({ required: T.Boolean() }),
  errors: [400, 404],
  example: { body: { ...example, ...exampleCard } },
  owner,
  handle: (ctx, { body }) => {
    requireVault(ctx);
    checkBuyer(body);
    return { required: needsAuthentication(ctx, cardOf(ctx, body)) };
  },
});

export const createCard = defineClientOperation({
  id: 'client_three_ds.create_card',
  method: 'POST',
  path: '/api/vault/3ds/create-card',
  summary: 'Exchange the alias of a card for a signed reference that lives 20 minutes',
  body: T.Object({ ...ownerFields, ...aliasFields }),
  success: 200,
  answer: T.Object({ cardRef: T.String(), last4: T.String(), brand: T.String() }),
  errors: [400, 404],
  example: { body: { ...example, ...exampleCard } },
  owner,
  handle: (ctx, { body }) => {
    requireThreeDs(ctx);
    const { card, behaviour } = cardOf(ctx, body);
    return { cardRef: signCardRef(ctx, card, behaviour), last4: card.last4, brand: card.brand };
  },
});

export const init = defineClientOperation({
  id: 'client_three_ds.init',
  method: 'POST',
  path: '/api/vault/3ds/init',
  summary: 'Begin an authentication; its HTML is loaded hidden for three seconds',
  body: T.Object({ ...ownerFields, cardRef: Words(200) }),
  success: 200,
  answer: T.Object({ transactionInfo: Anything(), deviceFingerprintingHtml: T.String() }),
  errors: [400, 404],
  example: { body: { ...example, cardRef: 'card_1.signature' } },
  owner,
  handle: (ctx, { body, sdk }) => {
    requireThreeDs(ctx);
    const begun = beginAuthentication(ctx, cardOfRef(ctx, body.cardRef), sdk);
    return { transactionInfo: setupInfo(begun), deviceFingerprintingHtml: fingerprintHtml(begun.server_trans_id) };
  },
});

const ChallengeModel = T.Object({
  form: about(T.String(), 'HTML that posts `creq` to `url`.'),
  url: T.String(),
  creq: T.String(),
});

const status = () => assumed(T.Optional(OneOf(resultStatuses)));

export const authenticate = defineClientOperation({
  id: 'client_three_ds.authenticate',
  method: 'POST',
  path: '/api/vault/3ds/authenticate',
  summary: 'Authenticate the holder of a card for a payment',
  body: T.Object({
    ...ownerFields,
    cardRef: Words(200),
    amount: MajorUnits(),
    currency: T.Optional(Text(10)),
    browser: T.Optional(BrowserFields),
    redirectUrl: T.Optional(Text(2_000)),
    transactionInfo: Anything(),
    panAlias: T.Optional(aliasFields.panAlias),
    expMonth: T.Optional(aliasFields.expMonth),
    expYear: T.Optional(aliasFields.expYear),
    ...buyerFields,
    channel: T.Optional(channels),
    slug: assumed(T.Optional(Words(100))),
  }),
  success: 200,
  answer: T.Object({
    approved: T.Optional(T.Boolean()),
    challengeRequired: T.Optional(T.Boolean()),
    challenge: T.Optional(ChallengeModel),
    threeDsToken: T.Optional(nullable(T.String())),
    skipped: T.Optional(T.Boolean()),
    reason: assumed(T.Optional(nullable(T.String()))),
    status: status(),
    error: assumed(T.Optional(T.String())),
  }),
  errors: [400, 404, 502],
  example: {
    body: {
      ...example,
      cardRef: 'card_1.signature',
      amount: 42,
      currency: 'USD',
      redirectUrl: 'https://pay.example.com/pay/api-1/3ds-return',
      transactionInfo: { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' },
      ...exampleCard,
    },
  },
  owner,
  handle: (ctx, { body, sdk }) => {
    requireThreeDs(ctx);
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
        throw invalid('panAlias', 'panAlias, expMonth and expYear are of another card than cardRef.');
      }
    }
    const begun = ownAuthentication(ctx, reference, body.transactionInfo);
    const planned = askVault(ctx, begun, amount);
    if (planned === 'unavailable' || planned === 'fail') return new Refused(outOfReach());
    const move = planned === 'decline' ? 'deny' : directoryMove(ctx, begun);
    const purpose = { amount, currency, redirect_url, slug, sdk: sdk ?? begun.sdk };
    return showAnswer(ctx, answerAuthentication(ctx, begun, move, purpose));
  },
});

/** What a developer wants to happen, by a fault or by a rule that names this operation; null: what the card says. */
const askVault = (ctx: Context, { card, behaviour }: Authentication, amount: number): OutcomeKind | null =>
  ctx.outcome({
    operation: 'client_three_ds.authenticate',
    direction: 'in',
    mode: ctx.mode,
    gateway: ctx.settings.gateway,
    rail: 'card',
    amount,
    instant: false,
    card: { behaviour, last4: card.last4, brand: card.brand },
    customer: null,
    beside: true,
  })?.kind ?? null;

/** Returned, not thrown: a rule has counted this call (`nth`). */
const outOfReach = (): ServiceError =>
  new ServiceError('api_error', "The vault or the card network's directory did not answer.", {
    status: 502,
    code: 'three_ds_failed',
  });

function showAnswer(ctx: Context, authentication: Authentication) {
  const { status, reason, behaviour } = authentication;
  if (status === 'SKIPPED' || !isEnrolled(behaviour)) return { skipped: true, reason };
  const { challenge, error } = showResult(ctx, authentication);
  if (challenge !== null) {
    const form = challengeForm(challenge.url, challenge.creq);
    return { challengeRequired: true, challenge: { form, ...challenge }, threeDsToken: null, status };
  }
  const threeDsToken = tokenFor(ctx, authentication);
  return { approved: threeDsToken !== null, challengeRequired: false, threeDsToken, status, error };
}

export const finish = defineClientOperation({
  id: 'client_three_ds.finish',
  method: 'POST',
  path: '/api/vault/3ds/finish',
  summary: 'Ask for the result of a challenge; poll every three seconds, at most 80 times',
  body: T.Object({ ...ownerFields, cardRef: Words(200), amount: MajorUnits(), transactionInfo: Anything() }),
  success: 200,
  answer: T.Object({
    challengeRequired: T.Boolean(),
    threeDsToken: nullable(T.String()),
    status: status(),
    error: assumed(T.Optional(T.String())),
    cancelled: about(assumed(T.Optional(T.Boolean())), 'Whether the cardholder cancelled the challenge.'),
  }),
  errors: [400, 404],
  example: {
    body: {
      ...example,
      cardRef: 'card_1.signature',
      amount: 42,
      transactionInfo: { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' },
    },
  },
  owner,
  handle: (ctx, { body }) => {
    requireThreeDs(ctx);
    const found = ownAuthentication(ctx, cardOfRef(ctx, body.cardRef), body.transactionInfo);
    const { status, error, challenge_required } = showResult(ctx, found);
    if (minorUnitsOf(body.amount, found.currency ?? 'USD') !== found.amount) {
      throw invalid('amount', 'amount is another than was authenticated.');
    }
    const threeDsToken = tokenFor(ctx, found);
    const end = found.reason === cancelled ? { cancelled: true } : {};
    return { challengeRequired: challenge_required, threeDsToken, status, error, ...end };
  },
});

/** @throws 400 `parameter_invalid` */
function ownAuthentication(ctx: Context, { card }: Pick<Authentication, 'card'>, info: Record<string, unknown>) {
  const found = authenticationOf(ctx, info, 'transactionInfo', 'init');
  if (isSameCard(found.card, card)) return found;
  throw invalid('transactionInfo', 'transactionInfo belongs to an authentication of another card than cardRef.');
}
