/** What a developer fills a form in with: a card, or a bank account. */
export interface Filling {
  readonly card?: string;
  /** Default: one that lies far ahead. */
  readonly expiry?: string;
  readonly routing?: string;
  readonly account?: string;
}

const name = 'sandbox:fill';

/** The form of the page hears what the developer's panel wants in it. */
export const onFill = (fill: (filling: Filling) => void): void =>
  document.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) fill(event.detail as Filling);
  });

/** What a card is filled in with by its fields' names. */
export const cardEntries = ({ card = '', expiry = '12 / 34' }: Filling) => ({
  cardNumber: card,
  cardExpiry: expiry,
  cardCvc: /^3[47]/.test(card) ? '1234' : '123',
});

/** The SDK's card fields in a shop's page hear it where the browser lets them share this origin, and while they are seen. */
export const onFillBeside = (fill: (filling: Filling) => void): void =>
  new BroadcastChannel(name).addEventListener('message', ({ data }: MessageEvent<Filling>) => {
    if (document.visibilityState === 'visible') fill(data);
  });

/** Fills in the form of this page, and the card fields of a shop's page in a window beside it. */
export function fillPage(filling: Filling): void {
  document.dispatchEvent(new CustomEvent(name, { detail: filling }));
  const channel = new BroadcastChannel(name);
  channel.postMessage(filling);
  channel.close();
}

/** Whether the developer has the panel of this page open. */
export const isPanelOpen = (): boolean =>
  chosenPanel() === 'open' && document.querySelector('#sandboxOpener:not([hidden])') !== null;

/** What a developer has chosen for the pages of this visit: the panel stays open or shut, or is not offered at all. */
export type PanelChoice = 'open' | 'off' | null;

const key = 'sandbox-panel';

/** A browser that keeps nothing for the page has chosen nothing. */
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
    // The page does without.
  }
}
