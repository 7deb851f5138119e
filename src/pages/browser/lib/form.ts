import { need } from './dom.ts';
import { looksLikeEmail } from './email.ts';
import { pageTexts } from './texts.ts';

/** Returns the error of a field's text; null if the text is valid. */
export type Check = (text: string) => string | null;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const emailFault: Check = (text) => {
  const { missing, wrong } = pageTexts().email;
  if (text.trim() === '') return missing;
  return looksLikeEmail(text.trim()) ? null : wrong;
};

/**
 * Reads and checks the fields of a form, and shows an error at each invalid field. A required field without its own
 * check must not be empty. Hidden fields are not checked.
 */
export class Form {
  readonly element: HTMLFormElement;
  readonly #checks = new Map<string, Check>();

  constructor(element: HTMLFormElement) {
    this.element = element;
    element.noValidate = true;
    // An error appears when its field loses the focus, and disappears as soon as the user corrects it.
    element.addEventListener('focusout', ({ target, relatedTarget }) => {
      // A message would move the submit button while the user presses it, and the button checks all fields anyway.
      if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return;
      if (isControl(target) && target.value !== '') this.#check(target);
    });
    element.addEventListener('input', ({ target }) => {
      if (isControl(target) && target.getAttribute('aria-invalid') === 'true') this.#check(target);
    });
  }

  check(id: string, check: Check): void {
    this.#checks.set(id, check);
  }

  control(id: string): Control {
    return need<Control>(`#${CSS.escape(id)}`, this.element);
  }

  has(id: string): boolean {
    return this.element.querySelector(`#${CSS.escape(id)}`) !== null;
  }

  /** The trimmed value of a field; empty if the page has no such field. */
  text(id: string): string {
    return this.has(id) ? this.control(id).value.trim() : '';
  }

  isTicked(id: string): boolean {
    const control = this.has(id) ? this.control(id) : null;
    return control instanceof HTMLInputElement && control.checked;
  }

  /** Sets the value of a field as if the user had typed it. */
  fill(id: string, text: string): void {
    const control = this.control(id);
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    this.show(id, null);
  }

  /** @param message the error of the field; null removes the error */
  show(id: string, message: string | null): void {
    const control = this.control(id);
    need(`#${CSS.escape(id)}-error`, this.element).textContent = message ?? '';
    if (message === null) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }

  /**
   * Checks the visible fields and focuses the first invalid one.
   * @param within the part of the form to check
   * @returns the number of invalid fields
   */
  faults(within: Element = this.element): number {
    const wrong = this.#controls().filter((control) => within.contains(control) && !this.#check(control));
    wrong[0]?.focus();
    return wrong.length;
  }

  /** The visible errors, by field. */
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
      return control.checked ? null : pageTexts().tick;
    }
    return control.value.trim() === '' ? pageTexts().enter(labelOf(control)) : null;
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** The label of a control, without text after the name. */
const labelOf = (control: Control): string => control.labels?.[0]?.firstChild?.textContent?.trim() ?? 'value';
