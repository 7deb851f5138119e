import type { ConfirmationState } from '../checkout-state.ts';
import { need, readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';
import { wait } from './lib/wait.ts';

/**
 * When the page looks again whether there is more to say, in milliseconds after the last look: apps hear of a payment
 * by webhook, and say what they have to say a little after it.
 */
const looks = [1_500, 2_500, 4_000, 8_000, 15_000, 30_000];

async function lookAgain(): Promise<void> {
  for (const delay of looks) {
    await wait(delay);
    const response = await fetch(location.href, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
    if (response?.ok !== true) continue;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [now, then] = [document, fresh].map((page) => need('#confirmation', page)) as [HTMLElement, HTMLElement];
    if (now.innerHTML === then.innerHTML) continue;
    now.dataset.status = then.dataset.status;
    now.replaceChildren(...[...then.childNodes].map((node) => document.importNode(node, true)));
  }
}

new ParentPage(readState<ConfirmationState>().frame);
need('h1').focus();
void lookAgain();
