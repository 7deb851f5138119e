import type { Context } from '../engine/context.ts';
import { loopbackSources } from '../engine/hosts.ts';
import { may } from '../engine/lifecycle.ts';
import { moneyOf } from '../engine/money.ts';
import type { Mode } from '../engine/workspace.ts';
import { brandOf } from '../resources/account/brand.ts';
import { sessionBySlug } from '../resources/checkout-session/actions.ts';
import { brandName } from '../resources/common/card.ts';
import { decideChallenge } from '../resources/three-ds/actions.ts';
import { findChallenge, responseOf } from '../resources/three-ds/client-challenge.ts';
import { type ChallengeMove, threeDsLifecycle } from '../resources/three-ds/lifecycle.ts';
import type { Authentication } from '../resources/three-ds/model.ts';
import { challengeRequest } from '../simulation/three-ds-directory.ts';
import type { Brand } from './brand.ts';
import { html, type Markup } from './html.ts';
import { type IconName, icon, renderPage } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { parentOrigin } from './parent-origin.ts';

/** Who asks the cardholder: the bank that issued the card, not the merchant. */
const issuer: Brand = { name: 'Sandbox Bank', logo_url: null, color: '#155e75' };

const moves: readonly ChallengeMove[] = ['approve', 'refuse', 'cancel'];

/**
 * The issuer's challenge (specification, "3-D Secure authentication"; the page is assumed). The merchant's page posts
 * `creq` here; the cardholder's decision is posted here too, and the browser goes on to where the challenge returns to.
 * It is a plain form, which works without script and in a frame.
 */
export const acsRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/acs/return', answer: (visit) => showReturned(visit) },
  { method: 'POST', path: '/acs/return', answer: (visit) => showReturned(visit) },
  { method: 'GET', path: '/acs/{id}', answer: (visit) => answerChallenge(visit) },
  { method: 'POST', path: '/acs/{id}', answer: (visit) => answerChallenge(visit) },
];

/** What every page of a challenge is made with. */
interface Place {
  readonly visit: Visit;
  readonly mode: Mode;
  readonly framedBy: readonly string[];
}

function answerChallenge(visit: Visit): Page {
  const { engine, cause, params, form } = visit;
  const found = findChallenge(engine, params.id ?? '');
  if (found === null) {
    const nowhere: Place = { visit, mode: 'test', framedBy: ["'self'", ...loopbackSources] };
    return refuse(nowhere, 404, 'This challenge is unknown', 'No payment is being authenticated at this address.');
  }
  const { authentication, owner } = found;
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const place: Place = { visit, mode: ctx.mode, framedBy: framersOf(ctx, authentication, form) };
    if (form.creq === undefined) {
      const text =
        "A shop's page sends the browser here with a form that posts creq to this address; opening it is not enough.";
      return refuse(place, 400, 'The challenge request is missing', text);
    }
    if (!isRequestOf(authentication, form.creq)) {
      const text = 'The creq that was posted belongs to another authentication, or was changed on the way.';
      return refuse(place, 400, 'This challenge request is not valid', text);
    }
    if (!may(threeDsLifecycle, authentication, 'approve')) return showDecided(place, authentication, 409);
    const decision = moves.find((move) => move === form.decision);
    if (decision === undefined) return showChallenge(place, authentication, brandOf(ctx).name);
    return showDecided(place, decideChallenge(ctx, authentication, decision), 200);
  });
}

/**
 * The emulator's own pages, those of this machine, the pages that an embedded session may be framed by, and the one that
 * the form with the challenge request names: whoever has that request may show the challenge.
 */
function framersOf(ctx: Context, { slug }: Authentication, { parent }: Visit['form']): readonly string[] {
  const session = slug === null ? undefined : sessionBySlug(ctx, slug);
  const named = parentOrigin(parent);
  return ["'self'", ...loopbackSources, ...(session?.allowed_parent_origins ?? []), ...(named === null ? [] : [named])];
}

/** Whether a challenge request (base64url of JSON) names this authentication on both servers. */
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

function showChallenge(place: Place, { id, card, amount, currency }: Authentication, merchant: string): Page {
  const { assets, form, params } = place.visit;
  const money = amount === null ? null : moneyOf(amount, currency ?? 'USD');
  return renderPage({
    assets,
    brand: issuer,
    mode: place.mode,
    title: `Approve the payment to ${merchant}`,
    styles: ['acs'],
    framedBy: place.framedBy,
    body: html`<div class="card stack">
<div class="stack stack-small">
<h1>Is this you?</h1>
<p class="soft">${merchant} asks your bank to confirm ${money === null ? 'a payment' : 'this payment'} with your card.</p>
</div>
<dl class="facts">
<dt>Merchant</dt><dd>${merchant}</dd>
${money !== null && html`<dt>Amount</dt><dd><strong>${money}</strong></dd>`}
<dt>Card</dt><dd>${brandName(card.brand)} ending in ${card.last4}</dd>
</dl>
<form method="post" action="/acs/${params.id}" class="acs-form">
<input type="hidden" name="creq" value="${form.creq}">
${sessionData(place.visit)}${parentField(place.visit)}
<button class="button button-primary" name="decision" value="approve">Approve</button>
<button class="button button-danger" name="decision" value="refuse">Refuse</button>
<button class="button" name="decision" value="cancel">Cancel</button>
</form>
<p class="hint">In the sandbox you choose what the bank says, here or in a terminal: <code class="command">emulator trigger three_ds.approve --id ${id}</code></p>
</div>`,
  });
}

/** Which page the next one may be framed by too. */
const parentField = ({ form }: Visit): Markup | null =>
  form.parent === undefined ? null : html`<input type="hidden" name="parent" value="${form.parent}">`;

/** What the merchant's page wants back with the response (EMV 3-D Secure, `threeDSSessionData`). */
const sessionData = ({ form }: Visit): Markup | null =>
  form.threeDSSessionData === undefined
    ? null
    : html`<input type="hidden" name="threeDSSessionData" value="${form.threeDSSessionData}">`;

interface Outcome {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
  readonly seal: string;
}

const approved: Outcome = {
  title: 'You approved the payment',
  text: 'Your bank has confirmed that it is you.',
  icon: 'check',
  seal: '',
};
const refused: Outcome = {
  title: 'The payment was refused',
  text: 'Your bank did not confirm that it is you. Nothing is charged.',
  icon: 'alert',
  seal: ' seal-danger',
};
const withdrawn: Outcome = {
  title: 'You cancelled',
  text: 'Nothing is charged. You can pay with another card.',
  icon: 'back',
  seal: ' seal-plain',
};
const notBegun: Outcome = {
  title: 'No challenge is open',
  text: 'The shop has not asked your bank yet, or your bank needed no challenge.',
  icon: 'alert',
  seal: ' seal-plain',
};

function outcomeOf({ status, reason }: Authentication): Outcome {
  if (status === 'Y') return approved;
  if (status === 'N') return reason === null ? refused : withdrawn;
  return notBegun;
}

/** Says what was decided, and takes the browser on to where the challenge returns to, with the bank's response. */
function showDecided({ visit, mode, framedBy }: Place, authentication: Authentication, status: 200 | 409): Page {
  const { title, text, icon: name, seal } = outcomeOf(authentication);
  const decided = authentication.status === 'Y' || authentication.status === 'N';
  const address = decided ? authentication.redirect_url : null;
  return renderPage({
    assets: visit.assets,
    brand: issuer,
    mode,
    title,
    status,
    styles: ['acs'],
    framedBy,
    // A merchant's own address may lead on to another of theirs.
    ...(address === null ? {} : { script: 'acs', submitsTo: address.startsWith('/') ? [] : ['https:', 'http:'] }),
    body: html`<div class="card result" data-status="${authentication.status}">
<span class="seal${seal}">${icon(name)}</span>
<h1>${title}</h1>
<p class="soft">${status === 409 && decided && html`This was decided before. `}${text}</p>
${address === null && html`<p>You can go back to the shop.</p>`}
${
  address !== null &&
  html`<form method="post" action="${address}" class="acs-form" id="return">
<input type="hidden" name="cres" value="${responseOf(authentication)}">
${sessionData(visit)}
<button class="button button-primary">Back to the shop</button>
</form>`
}
</div>`,
  });
}

/** Where a challenge may return to if the page that asked for it waits by polling. */
function showReturned({ assets }: Visit): Page {
  return renderPage({
    assets,
    brand: issuer,
    mode: 'test',
    title: 'Your answer has reached the shop',
    framedBy: ['*'],
    body: html`<div class="card result">
<span class="seal">${icon('check')}</span>
<h1>Your answer has reached the shop</h1>
<p class="soft">The shop goes on by itself. You can close this window.</p>
</div>`,
  });
}

function refuse({ visit, mode, framedBy }: Place, status: 400 | 404, title: string, text: string): Page {
  return renderPage({
    assets: visit.assets,
    brand: issuer,
    mode,
    title,
    status,
    framedBy,
    body: html`<div class="card result">
<span class="seal seal-plain">${icon('alert')}</span>
<h1>${title}</h1>
<p class="soft">${text}</p>
</div>`,
  });
}
