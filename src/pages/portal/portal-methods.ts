import type { Context } from '../../core/kernel/context.ts';
import { fundings } from '../../payments/resources/common/card.ts';
import { canChargeHere, portalPath } from '../../payments/resources/portal/actions.ts';
import type { MethodView, PortalView } from '../../payments/resources/portal/buyer-fields.ts';
import { type TestCard, testCards } from '../../payments/simulation/cards.ts';
import { cardFields } from '../fields.ts';
import { type Content, html, type Markup, raw } from '../html.ts';
import { icon } from '../layout.ts';
import type { Locale } from '../locale.ts';
import { brandNamed } from '../shared/card.ts';
import { markOf } from '../shared/card-marks.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { cardHint, testExpiry, testNumbers } from '../test-numbers.ts';
import { actionForm, itemsOf, methodName, unfold } from './portal-parts.ts';

/** The payment methods that a workspace can save. */
export interface SavableMethods {
  /** Whether some types of cards are refused. */
  readonly isLimited: boolean;
  /** A test card of each accepted brand and funding type. */
  readonly cards: readonly TestCard[];
  /** The expiry date that the test numbers fill in. */
  readonly expiry: string;
}

export function savableMethodsIn(ctx: Context): SavableMethods {
  const seen = new Set<string>();
  const cards = testCards.filter((card) => {
    const kind = `${card.brand} ${card.funding}`;
    if (card.behaviour !== null || card.country !== 'US' || seen.has(kind) || !canChargeHere(ctx, card)) return false;
    seen.add(kind);
    return true;
  });
  return { isLimited: fundings.some((funding) => !canChargeHere(ctx, { funding })), cards, expiry: testExpiry(ctx) };
}

export function methodsOf(
  locale: Locale,
  view: PortalView,
  { savable }: { readonly savable: SavableMethods },
): Content {
  return [
    itemsOf(
      view.paymentMethods.map((each) => methodItem(locale, view, each)),
      locale.page.portal.none.methods,
    ),
    view.vaultConfig.enabled && addForm(locale, view, savable),
  ];
}

function methodItem(locale: Locale, view: PortalView, method: MethodView): Markup {
  const texts = locale.page.portal;
  const { id, card, paysFor, savedAt, savedWithOrder } = method;
  const name = methodName(locale, method);
  return html`<li class="portal-line" id="${id}">
<div class="portal-method">${pictureOf(method)}<div><p>${name}</p>
${card !== null && html`<p class="small ${card.expired ? 'portal-bad' : 'soft'}">${card.expired ? texts.expired : texts.expires(card.expMonth, card.expYear)}</p>`}
<p class="small soft">${texts.savedOn(locale.day(savedAt), savedWithOrder)}</p>
${paysFor.length > 0 && html`<p class="small soft">${texts.paysFor(countedNames(paysFor))}</p>`}</div></div>
${paysFor.length === 0 && removeFold(locale, view, id, name)}
</li>`;
}

/** Asks for confirmation, because the customer must enter a removed method again. */
const removeFold = ({ page: { portal: texts } }: Locale, view: PortalView, id: string, name: string): Markup =>
  unfold(
    texts.remove,
    name,
    html`<div class="stack stack-small"><p class="small">${texts.removeText}</p>
${actionForm(view, 'removed', `/payment-methods/${id}/remove`, { label: texts.removeButton, what: name, look: 'button-danger' })}</div>`,
  );

function pictureOf({ card }: MethodView): Markup {
  if (card === null) return icon('bank');
  const brand = brandNamed(card.brand);
  return brand === null ? icon('card') : raw(markOf(brand, 'portal-mark'));
}

/** The product names, such as `Coffee club, 2 × Tea`. Equal names are listed once. */
function countedNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => (count === 1 ? isolateName(name) : `${count} × ${isolateName(name)}`))
    .join(', ');
}

/** The script enables the button, and sends the card to the vault. */
const addForm = (locale: Locale, view: PortalView, { isLimited, cards, expiry }: SavableMethods): Markup =>
  unfold(
    locale.page.portal.add,
    null,
    html`<form class="stack" id="add-card" method="post" action="${portalPath(view)}/payment-methods" data-action="added" autocomplete="on">
<p class="small soft">${locale.page.portal.addText}${isLimited && ` ${locale.page.portal.debitOnly}`}</p>
${cardFields(locale)}
<button class="button button-primary" id="pay" type="submit" disabled>${icon('lock')}<span>${locale.page.portal.addButton}</span></button>
${testNumbers(locale, locale.page.hints.intro, [[null, cards.map((card) => cardHint(locale, card, expiry))]])}
</form>`,
    'add',
  );
