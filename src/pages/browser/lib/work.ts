import { need } from './dom.ts';
import type { StatusArea } from './notice.ts';
import { Patience } from './patience.ts';
import type { Wallets } from './payment/wallets.ts';
import { pageTexts } from './texts.ts';

/** The elements beside the fields that can be pressed. The order must stay readable while it is paid. */
const pressable = '.back-link, .stepper, #discountFold, #removeDiscount, #hints';

/**
 * The page's work from a press of a button to the answer. Progress is shown next to the button, and nothing else can be
 * pressed or changed meanwhile.
 */
export class Work {
  readonly #wallets: Wallets | null;
  readonly #button = need<HTMLButtonElement>('#pay');
  readonly #entries = need<HTMLFieldSetElement>('#entries');
  readonly #patience = new Patience(() => this.#status.notice.note(pageTexts().slow));
  #status: StatusArea;
  #isUnderWay = false;
  /** True from a successful payment until the next page is loaded. */
  #isLeaving = false;

  /** @param status the place next to the button that was pressed last */
  constructor(status: StatusArea, wallets: Wallets | null) {
    this.#status = status;
    this.#wallets = wallets;
  }

  /** The progress next to the button that was pressed last. */
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

  /** The buyer waits for a step, and the page says after a while that the payment is still going on. */
  goesOn(text: string): void {
    this.#status.progress(text);
    this.#patience.begin();
  }

  /** The page waits for the buyer's answer. */
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

  /** Another page is loading; the progress stays until then. */
  leave(): void {
    this.#isLeaving = true;
  }

  #lock(isLocked: boolean): void {
    this.#entries.disabled = isLocked;
    for (const part of document.querySelectorAll(pressable)) part.toggleAttribute('inert', isLocked);
    this.#wallets?.lock(isLocked);
  }
}
