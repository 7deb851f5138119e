import { brandName } from '../../payments/resources/common/brand-name.ts';
import { portalPath } from '../../payments/resources/portal/actions.ts';
import type { MethodView, PortalView } from '../../payments/resources/portal/buyer-fields.ts';
import { attribute, type Content, html, type Markup } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { PortalAction } from './portal-pills.ts';

export const itemsOf = (items: readonly Markup[], none: string): Markup =>
  items.length === 0 ? html`<p class="soft">${none}</p>` : html`<ul class="portal-items">${items}</ul>`;

interface FormOptions {
  readonly label: string;
  /** The purpose of the action, for screen readers. */
  readonly what: string;
  readonly look?: string;
  readonly fields?: Content;
}

/** A form with one action and one button, which the script enables. The client API has the same path. */
export const actionForm = (
  view: PortalView,
  action: PortalAction,
  path: string,
  { label, what, look = '', fields = null }: FormOptions,
): Markup =>
  html`<form class="portal-form" method="post" action="${portalPath(view)}${path}" data-action="${action}">${fields}
<button class="button button-small ${look}" type="submit" disabled><span>${label}</span><span class="visually-hidden"> (${what})</span></button></form>`;

/**
 * A part that can be expanded.
 * @param what the purpose of the part, for screen readers; null if the label is sufficient
 */
export const unfold = (label: string, what: string | null, content: Content, id?: string) =>
  html`<details class="unfold"${attribute('id', id)}><summary>${label}${what !== null && html`<span class="visually-hidden"> (${what})</span>`}</summary>
${content}</details>`;

/** A shorter name for narrow lists, so that the digits that distinguish the methods stay visible. */
export function shortMethodName({ printed }: Locale, { card, bankAccount }: MethodView): string {
  const [name, last4] =
    card !== null
      ? [brandName(card.brand, printed.card), card.last4]
      : [bankAccount?.bankName ?? printed.bankAccount, bankAccount?.last4 ?? ''];
  return `•••• ${last4} ${name}`;
}

export function methodName({ printed }: Locale, { card, bankAccount }: MethodView): string {
  if (card !== null) return printed.endingIn(brandName(card.brand, printed.card), card.last4);
  return printed.endingIn(bankAccount?.bankName ?? printed.bankAccount, bankAccount?.last4 ?? '');
}
