import { make } from './dom.ts';

export type Tone = 'danger' | 'warn' | 'good';

export interface NoticeText {
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** The one place where a page says what went wrong; it is read out, and the focus goes there. */
export class Notice {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  show(tone: Tone, { title, text, action }: NoticeText): void {
    const body = make('div', { class: 'stack stack-small' }, [
      make('p', {}, [make('strong', {}, [title])]),
      make('p', {}, [text]),
    ]);
    if (action !== undefined) {
      const button = make('button', { type: 'button', class: 'button button-small' }, [action.label]);
      button.addEventListener('click', action.run);
      body.append(make('div', {}, [button]));
    }
    this.#element.className = `notice notice-${tone}`;
    this.#element.setAttribute('role', tone === 'danger' ? 'alert' : 'status');
    this.#element.replaceChildren(body);
    this.#element.hidden = false;
    this.#element.focus({ preventScroll: true });
    this.#element.scrollIntoView({ block: 'nearest' });
  }

  clear(): void {
    this.#element.hidden = true;
    this.#element.replaceChildren();
    this.#element.removeAttribute('role');
  }
}
