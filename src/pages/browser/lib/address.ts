import { getJson } from './api.ts';
import { make } from './dom.ts';
import type { Form } from './form.ts';
import { pageTexts } from './texts.ts';

interface Suggestion {
  readonly id: string;
  readonly text: string;
}

interface Address {
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** How long to wait after the last key before calling the service, in milliseconds. */
const delay = 150;
const shortest = 3;

/** Suggests complete addresses below the street field, in a combobox for keyboard and pointer. */
export const watchAddress = (form: Form, prefix: string, slug: string): void =>
  new AddressSuggestions(form, prefix, slug).watch();

class AddressSuggestions {
  readonly #form: Form;
  readonly #prefix: string;
  readonly #slug: string;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest request; only its answer is shown. */
  #request = 0;
  #suggestions: readonly Suggestion[] = [];
  /** The position of the marked suggestion; -1 if none is marked. */
  #active = -1;

  constructor(form: Form, prefix: string, slug: string) {
    this.#form = form;
    this.#prefix = prefix;
    this.#slug = slug;
    this.#input = form.control(`${prefix}Address1`) as HTMLInputElement;
    this.#list = make('ul', {
      class: 'suggestions',
      id: `${prefix}Suggestions`,
      role: 'listbox',
      'aria-label': pageTexts().address.suggestions,
      hidden: true,
    });
  }

  watch(): void {
    const input = this.#input;
    input.insertAdjacentElement('afterend', this.#list);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', this.#list.id);
    input.setAttribute('aria-expanded', 'false');
    input.addEventListener('input', ({ isTrusted }) => {
      clearTimeout(this.#timer);
      // Values that the page itself fills in do not need suggestions.
      if (!isTrusted || input.value.trim().length < shortest) this.#show([]);
      else this.#timer = setTimeout(() => void this.#load(), delay);
    });
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('blur', () => this.#show([]));
    // Keeps the focus in the field, because losing it would close the list.
    this.#list.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
      if (option !== null) void this.#choose([...this.#list.children].indexOf(option));
    });
  }

  #press(event: Event): void {
    if (!(event instanceof KeyboardEvent) || this.#suggestions.length === 0) return;
    if (event.key === 'ArrowDown') this.#mark(this.#active + 1);
    else if (event.key === 'ArrowUp') this.#mark(this.#active - 1);
    else if (event.key === 'Enter' && this.#active >= 0) void this.#choose(this.#active);
    else if (event.key === 'Escape') this.#show([]);
    else return;
    event.preventDefault();
  }

  #show(suggestions: readonly Suggestion[]): void {
    this.#suggestions = suggestions;
    this.#active = -1;
    this.#list.replaceChildren(
      ...suggestions.map(({ text }, at) =>
        make('li', { role: 'option', id: `${this.#list.id}-${at}`, 'aria-selected': 'false' }, [text]),
      ),
    );
    this.#list.hidden = suggestions.length === 0;
    this.#input.setAttribute('aria-expanded', String(suggestions.length > 0));
    this.#input.removeAttribute('aria-activedescendant');
  }

  #mark(to: number): void {
    const { length } = this.#suggestions;
    this.#active = (to + length) % length;
    for (const [at, option] of [...this.#list.children].entries())
      option.setAttribute('aria-selected', String(at === this.#active));
    this.#input.setAttribute('aria-activedescendant', `${this.#list.id}-${this.#active}`);
    this.#list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
  }

  async #load(): Promise<void> {
    const own = ++this.#request;
    const country = this.#form.text(`${this.#prefix}Country`);
    const query = new URLSearchParams({ q: this.#input.value.trim(), country, slug: this.#slug });
    const answer = await getJson<{ suggestions: Suggestion[] }>(`/api/checkout/address-suggest?${query}`);
    if (own === this.#request && document.activeElement === this.#input)
      this.#show(answer.kind === 'done' ? answer.body.suggestions : []);
  }

  /** Fills the form with the address of a suggestion. */
  async #choose(at: number): Promise<void> {
    const chosen = this.#suggestions[at];
    this.#request++;
    this.#show([]);
    if (chosen === undefined) return;
    const answer = await getJson<{ address: Address | null }>(
      `/api/checkout/address-details?${new URLSearchParams({ id: chosen.id, slug: this.#slug })}`,
    );
    if (answer.kind !== 'done' || answer.body.address === null) return;
    const { address1, city, state, postalCode, country } = answer.body.address;
    const form = this.#form;
    const control = form.control(`${this.#prefix}Country`);
    control.value = country;
    control.dispatchEvent(new Event('change', { bubbles: true }));
    const parts = { Address1: address1, City: city, State: state, PostalCode: postalCode };
    for (const [part, text] of Object.entries(parts)) {
      form.control(`${this.#prefix}${part}`).value = text;
      form.show(`${this.#prefix}${part}`, null);
    }
  }
}
