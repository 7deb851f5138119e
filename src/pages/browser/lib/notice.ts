import { make, need } from './dom.ts';
import { pageTexts } from './texts.ts';

export type Tone = 'danger' | 'warn' | 'good';

export interface NoticeText {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** The area for errors on a page. It gets the focus, and screen readers announce it. */
export class Notice {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  show(tone: Tone, told: NoticeText): void {
    this.#say(`notice notice-${tone}`, tone === 'danger' ? 'alert' : 'status', told);
    this.#element.focus({ preventScroll: true });
    this.#element.scrollIntoView({ block: 'nearest' });
  }

  /** Shows progress without moving the focus, because the user does not need to act. */
  note(told: NoticeText): void {
    this.#say('notice', 'status', told);
  }

  #say(look: string, role: 'alert' | 'status', { title, text, action }: NoticeText): void {
    const body = make('div', { class: 'stack stack-small' }, [
      make('p', {}, [make('strong', {}, [title])]),
      make('p', {}, [text]),
    ]);
    if (action !== undefined) {
      const button = make('button', { type: 'button', class: 'button button-small' }, [action.label]);
      button.addEventListener('click', action.run);
      body.append(make('div', {}, [button]));
    }
    this.#element.className = look;
    this.#element.setAttribute('role', role);
    this.#element.replaceChildren(body);
    this.#element.hidden = false;
  }

  clear(): void {
    this.#element.hidden = true;
    this.#element.replaceChildren();
    this.#element.removeAttribute('role');
  }
}

/** Shows progress and errors next to the button that was pressed. */
export interface StatusArea {
  readonly notice: Notice;
  /** @param text an empty text means that no work is in progress */
  progress(text: string): void;
}

/** The form's button shows the progress. */
export function formStatus(idleLabel: () => string): StatusArea {
  return {
    notice: new Notice(need('#notice')),
    progress: (text) => {
      need('#progress').textContent = text;
      need('#payLabel').textContent = text === '' ? idleLabel() : text;
      need('#pay .spinner').hidden = text === '';
      need('#pay .icon').toggleAttribute('hidden', text !== '');
    },
  };
}

/** The button shows that the payment succeeded, until the next page is loaded. */
export function showPaid(): void {
  need('#pay').dataset.paid = '';
  need('#pay .spinner').hidden = true;
  need('#pay .icon').toggleAttribute('hidden', true);
  need('#pay .paid-mark').hidden = false;
  for (const id of ['#payLabel', '#progress']) need(id).textContent = pageTexts().paid;
}

export function walletStatus(): StatusArea {
  const place = need('#walletProgress');
  return {
    notice: new Notice(need('#walletNotice')),
    progress: (text) => {
      const spinner = make('span', { class: 'spinner', 'aria-hidden': 'true' });
      place.replaceChildren(...(text === '' ? [] : [spinner, text]));
    },
  };
}
