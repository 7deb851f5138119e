import { need } from './dom.ts';
import type { StatusArea } from './notice.ts';
import { Patience } from './patience.ts';
import type { Wallets } from './payment/wallets.ts';
import { pageTexts } from './texts.ts';

/** The elements besides the fields that the buyer can press. The order must stay readable during the payment. */
const pressable = '.back-link, .stepper, #discountFold, #removeDiscount, #hints';

/**
 * The page's work from a button press to the response. The progress appears next to the button. In the meantime, the
 * buyer cannot press or change any other element.
 */
export class Work {
  readonly #wallets: Wallets | null;
  readonly #button = need<HTMLButtonElement>('#pay');
  readonly #entries = need<HTMLFieldSetElement>('#entries');
  readonly #patience = new Patience(() => this.#status.notice.note(pageTexts().slow));
  #status: StatusArea;
  #isUnderWay = false;
  /** True after a successful payment, until the next page is loaded. */
  #isLeaving = false;

  /** @param status the area next to the button that was pressed last */
  constructor(status: StatusArea, wallets: Wallets | null) {
    this.#status = status;
    this.#wallets = wallets;
  }

  /** The progress area next to the button that was pressed last. */
  get status(): StatusArea {
    return this.#status;
  }

  /** Moves the progress next to another button. */
  set status(status: StatusArea) {
    this.#status = status;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  begin(text: string): void {
    this.#isUnderWay = true;
    this.#lock(true);
    this.#button.setAttribute('aria-disabled', 'true');
    this.goesOn(text);
  }

  /** The buyer waits for a step. If the step takes long, the page reports that the payment is still in progress. */
  goesOn(text: string): void {
    this.#status.progress(text);
    this.#patience.begin();
  }

  /** The page waits for the buyer's response. */
  asks(text: string): void {
    this.#status.progress(text);
    this.#patience.end();
    this.#status.notice.clear();
  }

  /** @param isOver whether the page stays locked */
  end(isOver: boolean): void {
    this.#patience.end();
    if (this.#isLeaving) return;
    this.#isUnderWay = false;
    this.#lock(isOver);
    this.#button.hidden = isOver;
    this.#button.setAttribute('aria-disabled', 'false');
    this.#status.progress('');
  }

  /** Another page is loading. The progress stays until it is loaded. */
  leave(): void {
    this.#isLeaving = true;
  }

  #lock(isLocked: boolean): void {
    this.#entries.disabled = isLocked;
    for (const part of document.querySelectorAll(pressable)) part.toggleAttribute('inert', isLocked);
    this.#wallets?.lock(isLocked);
  }
}
