import { hexOf, legible, surfaces } from '../../../core/base/colors.ts';
import { make } from '../../browser/lib/dom.ts';
import { refusalNotice } from '../cover.ts';
import { elementAt } from '../dom.ts';
import { PaymentsError } from '../errors.ts';
import type { Wording } from '../locale.ts';
import { rgbOf } from '../palette.ts';
import { adoptStyles, cardInputsCss, refusedCss } from '../shadow-styles.ts';
import { themeOf } from '../theme.ts';
import type { CardField, CardInputsOptions, CardTargets, Target } from '../types.ts';

/**
 * An element without card fields. A second block in one element would be a mistake of the page: the buyer would see
 * two cards to fill in.
 * @throws PaymentsError `not_configured`
 */
function emptyPlace(target: Target): HTMLElement {
  const place = elementAt(target);
  if (place.querySelector(':scope > [data-payments-sdk="card"], :scope > [data-payments-sdk="field"]') === null) {
    return place;
  }
  const name = typeof target === 'string' ? `'${target}'` : 'This element';
  throw new PaymentsError(
    'not_configured',
    `${name} already contains card fields. Call unmount() on the existing card fields first.`,
  );
}

/** The layout of the card fields in a page. */
export interface CardLayout {
  readonly places: Readonly<Record<CardField, { place: HTMLElement; message: HTMLElement | null }>>;
  /** Call this when the buyer can use the fields. */
  showFields(): void;
  /** Shows the reason why there are no fields. */
  explain(error: PaymentsError): void;
  remove(): void;
}

/** Places each field in its own element of the page. The page shows labels and messages itself. */
export function separateLayout(
  { cardNumber, cardExpiry, cardCvc }: CardTargets,
  { language, texts }: Wording,
): CardLayout {
  const places = {
    cardNumber: { place: emptyPlace(cardNumber), message: null },
    cardExpiry: { place: emptyPlace(cardExpiry), message: null },
    cardCvc: { place: emptyPlace(cardCvc), message: null },
  };
  const host = make('div', { 'data-payments-sdk': 'card', lang: language });
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, refusedCss);
  return {
    places,
    showFields: () => host.remove(),
    explain: (error) => {
      root.replaceChildren(refusalNotice(texts.cardFields, error));
      places.cardNumber.place.append(host);
    },
    remove: () => host.remove(),
  };
}

/** Places all fields in one element, as one block with a label above and messages below. */
export function groupLayout(
  target: Target,
  { appearance }: CardInputsOptions,
  { language, texts }: Wording,
  focus: (field: CardField) => void,
): CardLayout {
  const place = emptyPlace(target);
  const host = make('div', { 'data-payments-sdk': 'card', lang: language });
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, cardInputsCss + refusedCss);
  const label = make('span', { class: 'label', id: 'label' }, [texts.card]);
  label.addEventListener('click', () => focus('cardNumber'));
  const block = make('div', { class: 'block loading' });
  // Each field announces its own message to screen readers, so these messages are only visual.
  const messages = make('div', { class: 'messages' });
  const { colorDanger, colorBackground } = appearance?.variables ?? {};
  const danger = rgbOf(colorDanger);
  const behind = rgbOf(colorBackground) ?? surfaces[themeOf(appearance, place)];
  if (danger !== null) messages.style.setProperty('--danger', hexOf(legible(danger, behind)));
  const add = (field: CardField) => {
    const fieldPlace = make('div', { class: `place ${field}` });
    const message = make('p', { class: 'message' });
    block.append(fieldPlace);
    messages.append(message);
    return { place: fieldPlace, message };
  };
  const places = { cardNumber: add('cardNumber'), cardExpiry: add('cardExpiry'), cardCvc: add('cardCvc') };
  const group = make('div', { role: 'group', 'aria-labelledby': 'label' }, [label, block, messages]);
  const status = make('span', { class: 'visually-hidden', role: 'status' }, [texts.cardFields.loading]);
  const showStatus = (element: HTMLElement | null) => {
    for (const each of root.querySelectorAll('[role=status], [role=alert]')) each.remove();
    if (element !== null) root.append(element);
  };
  root.append(group, status);
  place.append(host);
  return {
    places,
    showFields: () => {
      block.classList.remove('loading');
      group.hidden = false;
      showStatus(null);
    },
    explain: (error) => {
      group.hidden = true;
      showStatus(refusalNotice(texts.cardFields, error));
    },
    remove: () => host.remove(),
  };
}
