/** Test data for a form: a card, or a bank account. */
export interface Filling {
  readonly card?: string;
  /** Default: a date far ahead. */
  readonly expiry?: string;
  readonly routing?: string;
  readonly account?: string;
}

const name = 'sandbox:fill';

/** The page's form listens for test data from the developer's panel. */
export const onFill = (fill: (filling: Filling) => void): void =>
  document.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) fill(event.detail as Filling);
  });

/** The texts for a card's fields, by field name. */
export const cardEntries = ({ card = '', expiry = '12 / 34' }: Filling) => ({
  cardNumber: card,
  cardExpiry: expiry,
  cardCvc: /^3[47]/.test(card) ? '1234' : '123',
});

/**
 * The SDK's card fields in a shop's page listen, too, if the browser lets them share this origin and while they are
 * visible.
 */
export const onFillBeside = (fill: (filling: Filling) => void): void =>
  new BroadcastChannel(name).addEventListener('message', ({ data }: MessageEvent<Filling>) => {
    if (document.visibilityState === 'visible') fill(data);
  });

/** Fills in the form of this page, and the card fields of a shop's page in another window. */
export function fillPage(filling: Filling): void {
  document.dispatchEvent(new CustomEvent(name, { detail: filling }));
  const channel = new BroadcastChannel(name);
  channel.postMessage(filling);
  channel.close();
}

/** Whether the panel of this page is open. */
export const isPanelOpen = (): boolean =>
  chosenPanel() === 'open' && document.querySelector('#sandboxOpener:not([hidden])') !== null;

/** The developer's choice for this visit: the panel stays open or closed, or is not offered. */
export type PanelChoice = 'open' | 'off' | null;

const key = 'sandbox-panel';

/** Without storage there is no choice. */
export function chosenPanel(): PanelChoice {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === 'open' || kept === 'off' ? kept : null;
  } catch {
    return null;
  }
}

export function choosePanel(choice: PanelChoice): void {
  try {
    if (choice === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, choice);
  } catch {
    // The page works without it.
  }
}
