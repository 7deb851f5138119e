import { make, need } from '../lib/dom.ts';

/** How long to wait after the last key before searching, in milliseconds. */
const pause = 120;

/** Shows results while the user types. Without scripts, the form opens a page of results. */
export function watchSearch(): void {
  const form = need<HTMLFormElement>('#search');
  const input = need<HTMLInputElement>('input', form);
  const found = make('div', { class: 'found', id: 'found', hidden: true });
  form.append(found);
  const search = new Search(input, found);
  input.addEventListener('input', () => search.later());
  input.addEventListener('focus', () => search.later());
  form.addEventListener('keydown', (event) => search.move(event));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.select();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!(event.target instanceof Node && form.contains(event.target))) search.close();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) search.close();
  });
}

class Search {
  readonly #input: HTMLInputElement;
  readonly #found: HTMLElement;
  #timer = 0;
  /** The last query. Late responses to earlier queries are dropped. */
  #asked = '';

  constructor(input: HTMLInputElement, found: HTMLElement) {
    this.#input = input;
    this.#found = found;
  }

  later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked = '';
    this.#found.hidden = true;
  }

  /** Up and Down move the focus through the results, and Escape closes them. */
  move(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !this.#found.hidden) {
      // Prevents a browser from clearing the text.
      event.preventDefault();
      this.#input.focus();
      this.close();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const places: HTMLElement[] = [this.#input, ...this.#found.querySelectorAll<HTMLElement>('a')];
    const at = places.indexOf(document.activeElement as HTMLElement);
    const next = places[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next === undefined || this.#found.hidden) return;
    event.preventDefault();
    next.focus();
  }

  async #ask(): Promise<void> {
    const query = this.#input.value.trim();
    if (query === '') {
      this.close();
      return;
    }
    if (query === this.#asked) return;
    this.#asked = query;
    const page = await this.#pageOf(query);
    if (this.#asked !== query) return;
    this.#found.replaceChildren(...page);
    this.#found.hidden = false;
  }

  /** The results on the search page for a query. */
  async #pageOf(query: string): Promise<readonly (Node | string)[]> {
    try {
      const answer = await fetch(`/docs/search?q=${encodeURIComponent(query)}`);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      return [need('#results', page)];
    } catch {
      return [make('p', {}, ['The emulator is not responding.'])];
    }
  }
}
