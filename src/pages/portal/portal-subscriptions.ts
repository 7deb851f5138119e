import type { PortalView, SubscriptionView } from '../../payments/resources/portal/buyer-fields.ts';
import { showBlock } from '../blocks.ts';
import { type Content, html, type Markup } from '../html.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { actionForm, methodName, shortMethodName, unfold } from './portal-parts.ts';
import { type Pill, showPill, subscriptionLooks } from './portal-pills.ts';

/** A short number that distinguishes a subscription: the last characters of its id. */
const numberOf = (id: string): string => `#${id.slice(-6)}`;

const priceOf = (locale: Locale, { amount, currency, interval, intervalCount }: SubscriptionView): string =>
  locale.page.portal.each(locale.money(amount, currency), locale.printed.every(interval, intervalCount));

/**
 * A subscription in a few words, which distinguish it from others with the same name: `Coffee · $12.00 every month ·
 * Since …`.
 */
export const wholeName = (locale: Locale, subscription: SubscriptionView): string =>
  [
    isolateName(subscription.name),
    priceOf(locale, subscription),
    locale.page.portal.since(locale.day(subscription.since)),
    numberOf(subscription.id),
  ].join(' · ');

export function subscriptionItem(
  locale: Locale,
  view: PortalView,
  subscription: SubscriptionView,
  picture: Content,
): Markup {
  const texts = locale.page.portal;
  const { id, name, status, since, missed, endsAt, endedAt, blocks } = subscription;
  const isScheduled = status === 'scheduled';
  const isShared = view.subscriptions.some((each) => each.id !== id && each.name === name);
  const what = isShared ? wholeName(locale, subscription) : name;
  const path = `/subscriptions/${id}`;
  const pill: Pill =
    endsAt === null
      ? [texts.subscriptionStates[status], subscriptionLooks[status]]
      : [texts.endsOn(locale.day(endsAt)), 'warn'];
  return html`<li class="stack stack-small" id="${id}">
<div class="portal-line"><h3>${picture}${name}</h3>${showPill(pill)}</div>
<div><p>${priceOf(locale, subscription)}</p>
<p class="portal-facts soft small">${!isScheduled && html`<span>${texts.since(locale.day(since))}</span> `}<span>${numberOf(id)}</span></p>
<p class="soft small">${standingOf(locale, view, subscription)}</p>
${missed !== null && html`<p class="small portal-bad">${texts.failures[missed]}</p>`}</div>
${blocks.length > 0 && html`<div class="blocks">${blocks.map((block) => showBlock(block, 'h4'))}</div>`}
${endsAt !== null && html`<div>${actionForm(view, 'kept', `${path}/keep`, { label: texts.keepButton, what })}</div>`}
${
  endsAt === null &&
  endedAt === null &&
  html`<div class="portal-folds">${changeFold(locale, view, subscription, what)}
${unfold(
  texts.cancel,
  what,
  html`<div class="stack stack-small"><p class="small">${cancelText(locale, subscription)}</p>
${actionForm(view, 'cancelled', `${path}/cancel`, { label: texts.cancelButton, what, look: 'button-danger' })}</div>`,
)}</div>`
}
</li>`;
}

function cancelText(locale: Locale, { cancelsAtOnce, nextChargeAt }: SubscriptionView): string {
  const { cancelNow, cancelAtEnd } = locale.page.portal;
  return cancelsAtOnce || nextChargeAt === null ? cancelNow : cancelAtEnd(locale.day(nextChargeAt));
}

/** The next charge or the end of a subscription, in a sentence. */
function standingOf(locale: Locale, { paymentMethods }: PortalView, subscription: SubscriptionView): string {
  const texts = locale.page.portal;
  const { status, endsAt, endedAt, nextChargeAt, paymentMethodId } = subscription;
  if (endedAt !== null) return texts.endedOn(locale.day(endedAt));
  if (endsAt !== null) return texts.endsText(locale.day(endsAt));
  if (status === 'paused') return texts.pausedText;
  if (nextChargeAt === null) return texts.pendingText;
  const method = paymentMethods.find(({ id }) => id === paymentMethodId);
  const say = status === 'past_due' ? texts.retryOn : status === 'scheduled' ? texts.startsOn : texts.nextOn;
  return say(locale.day(nextChargeAt), method === undefined ? texts.gone : methodName(locale, method));
}

function changeFold(
  locale: Locale,
  view: PortalView,
  { id, paymentMethodId }: SubscriptionView,
  what: string,
): Content {
  const texts = locale.page.portal;
  const others = view.paymentMethods.filter((each) => each.id !== paymentMethodId && each.card?.expired !== true);
  if (others.length === 0) return null;
  const fields = html`<div class="field"><label for="method-${id}">${texts.changeLabel}</label><select class="input" id="method-${id}" name="paymentMethodId">${others.map(
    (each) => html`<option value="${each.id}">${shortMethodName(locale, each)}</option>`,
  )}</select></div>`;
  const path = `/subscriptions/${id}/payment-method`;
  return unfold(texts.change, what, actionForm(view, 'changed', path, { label: texts.changeButton, what, fields }));
}
