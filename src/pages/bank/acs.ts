import { loopbackSources } from '../../core/base/hosts.ts';
import { may } from '../../core/kernel/declare/lifecycle.ts';
import type { Mode } from '../../core/kernel/workspace.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { sessionBySlug } from '../../payments/resources/checkout-session/actions.ts';
import type { CheckoutSession } from '../../payments/resources/checkout-session/model.ts';
import { brandName } from '../../payments/resources/common/brand-name.ts';
import { decideChallenge, findChallenge, responseOf } from '../../payments/resources/three-ds/actions.ts';
import { type ChallengeMove, threeDsLifecycle } from '../../payments/resources/three-ds/lifecycle.ts';
import type { Authentication } from '../../payments/resources/three-ds/model.ts';
import { challengeRequest } from '../../payments/simulation/three-ds-directory.ts';
import { sandboxBank } from '../brand.ts';
import { type Content, html, type Markup } from '../html.ts';
import { originsIn, parentOrigin, type Result, renderPage, resultCard, themeNamed } from '../layout.ts';
import { Locale } from '../locale.ts';
import type { Page, PageRoute, Visit } from '../page.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { PageTexts } from '../texts/en.ts';
import { bankQuestion } from './bank-question.ts';

const moves: readonly ChallengeMove[] = ['approve', 'refuse', 'cancel'];

/**
 * The issuer's challenge (specification, "3-D Secure authentication"; the page is assumed). The merchant's page posts
 * `creq` here, the cardholder posts a decision here, and then the browser goes to the return URL. The page is a plain
 * form, which works without scripts and in a frame. In a dialog of the emulator (`dialog`), the dialog has the button
 * to leave, and the page's script notifies the dialog when the user presses Escape.
 */
export const acsRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/acs/return', answer: (visit) => showReturned(visit) },
  { method: 'POST', path: '/acs/return', answer: (visit) => showReturned(visit) },
  { method: 'GET', path: '/acs/{id}', answer: (visit) => answerChallenge(visit) },
  { method: 'POST', path: '/acs/{id}', answer: (visit) => answerChallenge(visit) },
];

interface ChallengeVisit {
  readonly visit: Visit;
  readonly locale: Locale;
  readonly mode: Mode;
  readonly framedBy: readonly string[];
}

function answerChallenge(visit: Visit): Page {
  const { engine, cause, params, form } = visit;
  const found = findChallenge(engine, params.id ?? '');
  if (found === null) {
    const { locale } = visit;
    const unknown: ChallengeVisit = { visit, locale, mode: 'test', framedBy: ["'self'", ...loopbackSources] };
    const { title, text } = locale.page.challenge.unknown;
    return refuse(unknown, 404, title, text);
  }
  const { authentication, owner } = found;
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const session = authentication.slug === null ? undefined : sessionBySlug(ctx, authentication.slug);
    const locale = session?.locale == null ? visit.locale : new Locale(session.locale);
    const framedBy = framersOf(session, form);
    const challenge: ChallengeVisit = { visit, locale, mode: ctx.mode, framedBy };
    if (form.creq === undefined) {
      const text = "The shop's page must post a form with creq to this URL; opening the URL is not enough.";
      return refuse(challenge, 400, locale.page.challenge.missing, inEnglish(text));
    }
    if (!isRequestOf(authentication, form.creq)) {
      const text = 'The creq in the form is for another authentication, or was changed in transit.';
      return refuse(challenge, 400, locale.page.challenge.invalid, inEnglish(text));
    }
    if (!may(threeDsLifecycle, authentication, 'approve')) return showDecided(challenge, authentication, 409);
    const decision = moves.find((move) => move === form.decision);
    if (decision === undefined) return showChallenge(challenge, authentication, isolateName(brandOf(ctx).name));
    return showDecided(challenge, decideChallenge(ctx, authentication, decision), 200);
  });
}

/**
 * The origins that can frame a challenge: pages of the emulator and of this machine, pages that can frame the
 * embedded session, and the pages that the form names, because any page with the challenge request can show the
 * challenge.
 */
function framersOf(session: CheckoutSession | undefined, { parent, around }: Visit['form']): readonly string[] {
  const named = [...originsIn(parent), ...originsIn(around)];
  return ["'self'", ...loopbackSources, ...(session?.allowed_parent_origins ?? []), ...named];
}

/** Whether a challenge request (JSON in base64url) names this authentication on both servers. */
function isRequestOf({ server_trans_id, acs_trans_id }: Authentication, creq: string): boolean {
  if (creq === challengeRequest(server_trans_id, acs_trans_id)) return true;
  let request: unknown;
  try {
    request = JSON.parse(Buffer.from(creq, 'base64url').toString('utf8'));
  } catch {
    return false;
  }
  if (typeof request !== 'object' || request === null) return false;
  const { messageType, threeDSServerTransID, acsTransID } = request as Record<string, unknown>;
  return messageType === 'CReq' && threeDSServerTransID === server_trans_id && acsTransID === acs_trans_id;
}

function showChallenge(
  { visit, locale, mode, framedBy }: ChallengeVisit,
  { id, card, amount, currency }: Authentication,
  merchant: string,
): Page {
  const { assets, form, params } = visit;
  const texts = locale.page.challenge;
  const isInDialog = form.dialog === 'yes';
  const money = amount === null ? null : locale.money(amount, currency ?? 'USD');
  return renderPage({
    assets,
    locale,
    brand: sandboxBank(locale),
    mode,
    theme: themeNamed(form.theme),
    title: texts.title(merchant),
    styles: ['bank'],
    framedBy,
    ...dialogOf(form),
    body: bankQuestion({
      icon: 'shield',
      title: texts.question,
      text: money === null ? texts.textWithoutAmount(merchant) : texts.text(merchant),
      sum: money === null ? null : [texts.amount, money],
      facts: [
        [texts.merchant, merchant],
        [texts.card, locale.printed.endingIn(brandName(card.brand, texts.card), card.last4)],
      ],
      form: html`<form method="post" action="/acs/${params.id}" class="bank-answers">
<input type="hidden" name="creq" value="${form.creq}">
${sessionDataField(visit)}${['parent', 'around', 'theme', 'dialog', 'locale'].map((name) => hiddenField(name, form[name]))}
<button class="button button-primary" name="decision" value="approve">${texts.approve}</button>
<button class="button${isInDialog && ' whole'}" name="decision" value="refuse">${texts.refuse}</button>
${!isInDialog && html`<button class="button" name="decision" value="cancel">${texts.cancel}</button>`}
</form>`,
      hint: html`${texts.hint} <code class="command">npx payments-emulator trigger three_ds.approve <span class="unbroken">--id ${id}</span></code>`,
    }),
  });
}

/**
 * The attributes of a page in a dialog. The page's script notifies the dialog when the user presses Escape, whatever
 * the content of the page.
 */
const dialogOf = ({ dialog, parent }: Visit['form']): { dialogOf?: string; script?: string } =>
  dialog === 'yes' ? { dialogOf: parentOrigin(parent) ?? '', script: 'acs' } : {};

const hiddenField = (name: string, value: string | undefined): Markup | null =>
  value === undefined ? null : html`<input type="hidden" name="${name}" value="${value}">`;

/** The merchant page's own data, which the issuer returns with the response (EMV 3-D Secure). */
const sessionDataField = ({ form }: Visit): Markup | null => hiddenField('threeDSSessionData', form.threeDSSessionData);

function resultOf(texts: PageTexts['challenge'], { status, reason }: Authentication): Result {
  if (status === 'Y') return { ...texts.approved, icon: 'check', seal: 'good' };
  if (status !== 'N') return { ...texts.notOpen, icon: 'alert', seal: 'plain' };
  return reason === null
    ? { ...texts.refused, icon: 'alert', seal: 'danger' }
    : { ...texts.cancelled, icon: 'back', seal: 'plain' };
}

/** Shows the decision, with a form that posts the bank's response to the return URL. */
function showDecided(
  { visit, locale, mode, framedBy }: ChallengeVisit,
  authentication: Authentication,
  status: 200 | 409,
): Page {
  const texts = locale.page.challenge;
  const result = resultOf(texts, authentication);
  const decided = authentication.status === 'Y' || authentication.status === 'N';
  const address = decided ? authentication.redirect_url : null;
  return renderPage({
    assets: visit.assets,
    locale,
    brand: sandboxBank(locale),
    mode,
    title: result.title,
    status,
    theme: themeNamed(visit.form.theme),
    styles: ['bank'],
    framedBy,
    ...dialogOf(visit.form),
    // A merchant's URL can redirect to another of the merchant's URLs.
    ...(address === null ? {} : { script: 'acs', submitsTo: address.startsWith('/') ? [] : ['https:', 'http:'] }),
    body: resultCard(
      { ...result, text: [status === 409 && decided && texts.decidedBefore, result.text] },
      address === null
        ? html`<p>${texts.goBack}</p>`
        : html`<form method="post" action="${address}" class="bank-answers" id="return">
<input type="hidden" name="cres" value="${responseOf(authentication)}">
${sessionDataField(visit)}
<button class="button button-primary">${texts.back}</button>
</form>`,
      { 'data-status': authentication.status },
    ),
  });
}

/** The return URL of a challenge for a page that polls for the result. */
function showReturned({ assets, locale }: Visit): Page {
  const { title, text } = locale.page.challenge.returned;
  return renderPage({
    assets,
    locale,
    brand: sandboxBank(locale),
    mode: 'test',
    title,
    framedBy: ['*'],
    body: resultCard({ title, text, icon: 'check', seal: 'good' }),
  });
}

function refuse(
  { visit, locale, mode, framedBy }: ChallengeVisit,
  status: 400 | 404,
  title: string,
  text: Content,
): Page {
  return renderPage({
    assets: visit.assets,
    locale,
    brand: sandboxBank(locale),
    mode,
    title,
    status,
    framedBy,
    ...dialogOf(visit.form),
    body: resultCard({ title, text, icon: 'alert', seal: 'plain' }),
  });
}

/** Text for the shop's developer. */
const inEnglish = (text: string): Markup => html`<span lang="en">${text}</span>`;
