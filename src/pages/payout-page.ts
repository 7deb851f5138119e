import { largestAmount } from '../engine/checks.ts';
import type { Owner } from '../engine/operation.ts';
import type { Context } from '../engine/context.ts';
import { brandOf } from '../resources/account/brand.ts';
import { type PayoutLink, payoutLinks } from '../resources/payout-link/model.ts';
import { vaultConfigOf } from '../resources/token/vault.ts';
import { type TestCard, testCards } from '../simulation/cards.ts';
import { html, type Markup } from './html.ts';
import { icon } from './layout.ts';
import { type NotPayable, notPayablePage } from './not-payable.ts';
import type { Page, Visit } from './page.ts';
import type { PayoutState } from './payout-state.ts';

/**
 * The page of a payout link where something can be done with it; else the page that says why nothing can.
 * @param show makes the page of a link that can be used
 */
export function payoutPage(
  { engine, assets, params, cause }: Visit,
  type: PayoutLink['type'],
  show: (ctx: Context, link: PayoutLink) => Page,
): Page {
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(payoutLinks, { slug: [slug] });
  if (owner === null) return notPayablePage({ assets, reason: 'unknown', owner: null });
  const { workspace, mode }: Owner = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const link = ctx.of(payoutLinks).newest({ slug: [slug] });
    if (link?.type !== type) return notPayablePage({ assets, reason: 'unknown', owner: null });
    const reason = reasonOf(ctx, link);
    return reason === null ? show(ctx, link) : notPayablePage({ assets, reason, owner: { brand: brandOf(ctx), mode } });
  });
}

function reasonOf(ctx: Context, { type, status }: PayoutLink): NotPayable | null {
  switch (status) {
    case 'claimed':
      return 'claimed';
    case 'cancelled':
      return type === 'directed' ? 'claim_cancelled' : 'form_closed';
    case 'expired':
      return 'claim_expired';
    case 'pending':
    case 'active':
      return ctx.settings.debit_payouts_enabled[ctx.mode] ? null : 'no_payouts';
  }
}

/** What the page's script starts with. */
export const payoutState = (ctx: Context, { slug, currency }: PayoutLink): PayoutState => ({
  slug,
  currency,
  largest: largestAmount,
  vault: vaultConfigOf(ctx),
});

/** Why nothing can be sent without script: numbers go to the vault alone, never into a form that is posted. */
export const needsScript = (): Markup =>
  html`<noscript><p class="notice notice-warn">${icon('alert')}<span>This form needs JavaScript: it hands your card to a vault, so that its number goes nowhere else.</span></p></noscript>`;

/** What ends a form: what went wrong, the button (which the script switches on), and what is under way. */
export const submitRow = (label: string): Markup => html`<div class="stack stack-small">
<div id="notice" tabindex="-1" hidden></div>
<button class="button button-primary" id="pay" type="submit" disabled>${icon('lock')}<span id="payLabel">${label}</span></button>
<p class="soft small center" id="progress" role="status"></p>
</div>`;

/** What the page becomes when all is done; the script fills in the facts and shows it. */
export const doneCard = (title: string, text: string): Markup => html`<div class="card result" id="done" hidden>
<span class="seal">${icon('check')}</span>
<h1 tabindex="-1">${title}</h1>
<p class="soft">${text}</p>
<dl class="facts"></dl>
</div>`;

/** Numbers that money can be sent to in this sandbox, and those that cannot, each a press away. */
export function payoutHints(ctx: Context, hasBank: boolean): Markup {
  // Three years on from now on the emulated clock.
  const expiry = `12 / ${String((Number(ctx.at.slice(0, 4)) + 3) % 100).padStart(2, '0')}`;
  const row = ({ number, about }: Pick<TestCard, 'number' | 'about'>) =>
    html`<button class="hint-row" type="button" data-card="${number}" data-expiry="${expiry}"><span>${about}</span><code>${number}</code></button>`;
  return html`<details class="fold" id="hints">
<summary>Test numbers${icon('chevron')}</summary>
<div class="stack stack-small">
<p class="small soft">Press one to fill it in. Real cards are refused.</p>
<div class="hints">${payableCards().map(row)}${
    hasBank &&
    html`<button class="hint-row" type="button" data-routing="021000021" data-account="000123456789"><span>Bank account</span><code>021000021 / 000123456789</code></button>`
  }</div>
</div>
</details>`;
}

function payableCards(): Pick<TestCard, 'number' | 'about'>[] {
  const plain = testCards.filter(({ behaviour, country }) => behaviour === null && country === 'US');
  const firsts = (['visa', 'mastercard', 'discover'] as const).flatMap((brand) =>
    plain.filter((card) => card.brand === brand && card.funding === 'debit').slice(0, 1),
  );
  const prepaid = plain.filter(({ funding }) => funding === 'prepaid').slice(0, 1);
  const credit = plain.filter(({ funding }) => funding === 'credit').slice(0, 1);
  return [...firsts, ...prepaid, ...credit.map((card) => ({ ...card, about: `${card.about}: cannot be paid to` }))];
}
