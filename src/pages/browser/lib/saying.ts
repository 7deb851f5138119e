import { make, need } from './dom.ts';
import { Notice } from './notice.ts';

/** Where a page says what it is doing and what came of it: beside what the buyer has pressed. */
export interface Saying {
  readonly notice: Notice;
  /** Says what happens now; an empty text: nothing does. */
  progress(text: string): void;
}

/** Beside the button of the form, which says it itself. */
export function sayingOfForm(restLabel: () => string): Saying {
  return {
    notice: new Notice(need('#notice')),
    progress: (text) => {
      need('#progress').textContent = text;
      need('#payLabel').textContent = text === '' ? restLabel() : text;
      need('#pay .spinner').hidden = text === '';
      need('#pay .icon').toggleAttribute('hidden', text !== '');
    },
  };
}

/** Below the buttons of the wallets. */
export function sayingOfWallets(): Saying {
  const place = need('#walletProgress');
  return {
    notice: new Notice(need('#walletNotice')),
    progress: (text) => {
      const spinner = make('span', { class: 'spinner', 'aria-hidden': 'true' });
      place.replaceChildren(...(text === '' ? [] : [spinner, text]));
    },
  };
}
