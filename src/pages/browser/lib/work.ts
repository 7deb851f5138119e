import { need } from './dom.ts';
import type { StatusArea } from './notice.ts';
import { Patience } from './patience.ts';
import { pageTexts } from './texts.ts';
import type { Wallets } from './wallets.ts';

/** What can be pressed beside the entries: the order that is paid for is read all the while. */
const pressable = '.back-link, .stepper, #discountFold, #removeDiscount, #hints';

/**
 * What the page does from a press of a button to its answer. It is told next to what was pressed, and nothing else can be
 * pressed or changed meanwhile.
 */
export class Work {
  readonly #wallets: Wallets | null;
  readonly #button = need<HTMLButtonElement>('#pay');
  readonly #entries = need<HTMLFieldSetElement>('#entries');
  readonly #patience = new Patience(() => this.#status.notice.note(pageTexts().slow));
  #status: StatusArea;
  #isUnderWay = false;
  /** From a payment until the next page is there. */
  #isLeaving = false;

  /** @param status next to what was pressed last */
  constructor(status: StatusArea, wallets: Wallets | null) {
    this.#status = status;
    this.#wallets = wallets;
  }

  /** Next to what was pressed last. */
  get status(): StatusArea {
    return this.#status;
  }

  /** Says from now on next to another button what is being done. */
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

  /** The buyer waits for the next step, and is told after a while that it goes on. */
  goesOn(text: string): void {
    this.#status.progress(text);
    this.#patience.begin();
  }

  /** The buyer is asked something: the page waits for them. */
  asks(text: string): void {
    this.#status.progress(text);
    this.#patience.end();
    this.#status.notice.clear();
  }

  /** @param isOver whether nothing can be pressed after it either */
  end(isOver: boolean): void {
    this.#patience.end();
    if (this.#isLeaving) return;
    this.#isUnderWay = false;
    this.#lock(isOver);
    this.#button.hidden = isOver;
    this.#button.setAttribute('aria-disabled', 'false');
    this.#status.progress('');
  }

  /** Another page comes: what is being done stands there until then. */
  leave(): void {
    this.#isLeaving = true;
  }

  #lock(isLocked: boolean): void {
    this.#entries.disabled = isLocked;
    for (const part of document.querySelectorAll(pressable)) part.toggleAttribute('inert', isLocked);
    this.#wallets?.lock(isLocked);
  }
}
