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
export function watchAddress(form: Form, prefix: string, slug: string): void {
  const input = form.control(`${prefix}Address1`) as HTMLInputElement;
  const list = make('ul', {
    class: 'suggestions',
    id: `${prefix}Suggestions`,
    role: 'listbox',
    'aria-label': pageTexts().address.suggestions,
    hidden: true,
  });
  input.insertAdjacentElement('afterend', list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = 0;
  let shown: readonly Suggestion[] = [];
  let active = -1;

  const show = (suggestions: readonly Suggestion[]): void => {
    shown = suggestions;
    active = -1;
    list.replaceChildren(
      ...suggestions.map(({ text }, at) =>
        make('li', { role: 'option', id: `${list.id}-${at}`, 'aria-selected': 'false' }, [text]),
      ),
    );
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(suggestions.length > 0));
    input.removeAttribute('aria-activedescendant');
  };
  const move = (to: number): void => {
    active = (to + shown.length) % shown.length;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === active));
    input.setAttribute('aria-activedescendant', `${list.id}-${active}`);
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  };
  const ask = async (): Promise<void> => {
    const own = ++request;
    const query = new URLSearchParams({ q: input.value.trim(), country: form.text(`${prefix}Country`), slug });
    const answer = await getJson<{ suggestions: Suggestion[] }>(`/api/checkout/address-suggest?${query}`);
    if (own === request && document.activeElement === input)
      show(answer.kind === 'done' ? answer.body.suggestions : []);
  };
  const take = async (at: number): Promise<void> => {
    const chosen = shown[at];
    request++;
    show([]);
    if (chosen === undefined) return;
    const answer = await getJson<{ address: Address | null }>(
      `/api/checkout/address-details?${new URLSearchParams({ id: chosen.id, slug })}`,
    );
    if (answer.kind !== 'done' || answer.body.address === null) return;
    const { address1, city, state, postalCode, country } = answer.body.address;
    form.control(`${prefix}Country`).value = country;
    form.control(`${prefix}Country`).dispatchEvent(new Event('change', { bubbles: true }));
    const parts = { Address1: address1, City: city, State: state, PostalCode: postalCode };
    for (const [part, text] of Object.entries(parts)) {
      form.control(`${prefix}${part}`).value = text;
      form.show(`${prefix}${part}`, null);
    }
  };

  input.addEventListener('input', ({ isTrusted }) => {
    clearTimeout(timer);
    // Values that the page itself fills in do not need suggestions.
    if (!isTrusted || input.value.trim().length < shortest) show([]);
    else timer = setTimeout(() => void ask(), delay);
  });
  input.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || shown.length === 0) return;
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Enter' && active >= 0) void take(active);
    else if (event.key === 'Escape') show([]);
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', () => show([]));
  // Keeps the focus in the field, because losing it would close the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    if (option !== null) void take([...list.children].indexOf(option));
  });
}
