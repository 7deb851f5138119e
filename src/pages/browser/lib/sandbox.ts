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

export const fillPage = (filling: Filling): void => {
  document.dispatchEvent(new CustomEvent(name, { detail: filling }));
};

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
