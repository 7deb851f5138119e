import { make } from '../lib/dom.ts';

/** The title of the chosen part, and the group's choice. */
interface Chosen {
  readonly choice: string;
  readonly title: string;
}

const keyOf = (choice: string): string => `tab-${choice}`;

/**
 * Shows one part of a page at a time: the children of `.tabs`, by their `data-title`. A choice applies to every group
 * with the same `data-choice` that has such a part, and also to pages that the user opens later.
 */
export function makeTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map((place, at) => new Tabs(place, `tabs-${at}`));
  for (const group of groups) group.show(localStorage.getItem(keyOf(group.choice)) ?? '');
  document.addEventListener('tab-chosen', (event) => {
    const { choice, title } = (event as CustomEvent<Chosen>).detail;
    for (const group of groups) if (group.choice === choice) group.show(title);
    localStorage.setItem(keyOf(choice), title);
  });
  const follow = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    for (const group of groups) group.showWith(target);
    const details = target.closest('details');
    if (details !== null) details.open = true;
    target.scrollIntoView();
  };
  window.addEventListener('hashchange', follow);
  if (location.hash !== '') follow();
}

class Tabs {
  readonly choice: string;
  readonly #tabs: readonly {
    readonly title: string;
    readonly panel: HTMLElement;
    readonly button: HTMLButtonElement;
  }[];

  constructor(place: HTMLElement, id: string) {
    this.choice = place.dataset.choice ?? '';
    const list = make('div', { class: 'tab-list', role: 'tablist', 'aria-label': place.dataset.label });
    this.#tabs = [...place.querySelectorAll<HTMLElement>(':scope > .tab')].map((panel, at) => {
      const title = panel.dataset.title ?? '';
      panel.id ||= `${id}-${at}`;
      const button = make('button', { type: 'button', role: 'tab', id: `${id}-tab-${at}`, 'aria-controls': panel.id }, [
        title,
      ]);
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      button.addEventListener('click', () => this.#choose(button));
      button.addEventListener('keydown', (event) => this.#move(event, at));
      return { title, panel, button };
    });
    list.append(...this.#tabs.map(({ button }) => button));
    place.prepend(list);
    place.classList.add('is-tabbed');
    this.#open(0);
  }

  /** Shows the part with this title, if it exists. */
  show(title: string): void {
    const at = this.#tabs.findIndex((tab) => tab.title === title);
    if (at !== -1) this.#open(at);
  }

  /** Shows the part that contains an element, if it exists. */
  showWith(element: Element): void {
    const at = this.#tabs.findIndex(({ panel }) => panel.contains(element));
    if (at !== -1) this.#open(at);
  }

  #open(at: number): void {
    for (const [place, { panel, button }] of this.#tabs.entries()) {
      const isOpen = place === at;
      panel.hidden = !isOpen;
      button.setAttribute('aria-selected', String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
    }
  }

  /** Changes the other groups of the page too. The pressed button keeps its position in the window. */
  #choose(button: HTMLButtonElement): void {
    const { top } = button.getBoundingClientRect();
    const detail: Chosen = { choice: this.choice, title: button.textContent ?? '' };
    button.dispatchEvent(new CustomEvent('tab-chosen', { bubbles: true, detail }));
    window.scrollBy(0, button.getBoundingClientRect().top - top);
  }

  #move(event: KeyboardEvent, at: number): void {
    const last = this.#tabs.length - 1;
    const places: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = this.#tabs[places[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.button.focus();
    this.#choose(next.button);
  }
}
