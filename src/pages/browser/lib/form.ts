import { need } from './dom.ts';

/** What is wrong with a field's text; null where nothing is. */
export type Check = (text: string) => string | null;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const emailFault: Check = (text) => {
  if (text.trim() === '') return 'Enter your email address.';
  return emailForm.test(text.trim()) ? null : 'This is not an email address.';
};

/**
 * The fields of a page: reads them, checks them, and shows what is wrong beside each. A field without a check of its own
 * must be filled in where it is required. Hidden fields are never wrong.
 */
export class Form {
  readonly element: HTMLFormElement;
  readonly #checks = new Map<string, Check>();

  constructor(element: HTMLFormElement) {
    this.element = element;
    element.noValidate = true;
    // A mistake is shown when a field is left, and goes as soon as it is mended.
    element.addEventListener('focusout', ({ target, relatedTarget }) => {
      // Not on the way to the button, which a message would move away from under the press; it checks everything itself.
      if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return;
      if (isControl(target) && target.value !== '') this.#check(target);
    });
    element.addEventListener('input', ({ target }) => {
      if (isControl(target) && target.getAttribute('aria-invalid') === 'true') this.#check(target);
    });
  }

  /** Gives a field a check of its own. */
  check(id: string, check: Check): void {
    this.#checks.set(id, check);
  }

  control(id: string): Control {
    return need<Control>(`#${CSS.escape(id)}`, this.element);
  }

  has(id: string): boolean {
    return this.element.querySelector(`#${CSS.escape(id)}`) !== null;
  }

  /** What a field holds, without spaces around it; empty where the page has no such field. */
  text(id: string): string {
    return this.has(id) ? this.control(id).value.trim() : '';
  }

  isTicked(id: string): boolean {
    const control = this.has(id) ? this.control(id) : null;
    return control instanceof HTMLInputElement && control.checked;
  }

  /** Fills a field as if somebody had typed it. */
  fill(id: string, text: string): void {
    const control = this.control(id);
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    this.show(id, null);
  }

  /** Shows what is wrong with a field, or that nothing is. */
  show(id: string, message: string | null): void {
    const control = this.control(id);
    need(`#${CSS.escape(id)}-error`, this.element).textContent = message ?? '';
    if (message === null) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }

  /**
   * Checks every field in sight and goes to the first that is wrong; how many are.
   * @param within a part of the form, where the others are not asked for
   */
  faults(within: Element = this.element): number {
    const wrong = this.#controls().filter((control) => within.contains(control) && !this.#check(control));
    wrong[0]?.focus();
    return wrong.length;
  }

  /** What is said of each field that is shown as wrong. */
  get messages(): Readonly<Record<string, string>> {
    const wrong = this.#controls().filter((control) => control.getAttribute('aria-invalid') === 'true');
    return Object.fromEntries(
      wrong.map(({ id }) => [id, need(`#${CSS.escape(id)}-error`, this.element).textContent ?? '']),
    );
  }

  #controls(): Control[] {
    return [...this.element.querySelectorAll<Control>('input[id], select[id], textarea[id]')].filter(
      (control) => control.closest('[hidden]') === null && !control.disabled,
    );
  }

  #check(control: Control): boolean {
    if (control.id === '' || this.element.querySelector(`#${CSS.escape(control.id)}-error`) === null) return true;
    const message = this.#faultOf(control);
    this.show(control.id, message);
    return message === null;
  }

  #faultOf(control: Control): string | null {
    const own = this.#checks.get(control.id);
    if (own !== undefined) return own(control.value);
    if (!control.required) return null;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      return control.checked ? null : 'Tick this box to go on.';
    }
    return control.value.trim() === '' ? `Enter ${article(control)}.` : null;
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** `the street address`, from the label. */
function article(control: Control): string {
  const label = control.labels?.[0]?.firstChild?.textContent?.trim() ?? 'a value';
  return `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
