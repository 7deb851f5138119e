import type { ResultState } from '../state.ts';
import { need, readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';
import { wait } from './lib/platform.ts';

/**
 * After how many milliseconds each the page is updated. Apps hear of a payment by webhook, and add their blocks a little
 * later.
 */
const delays = [1_500, 2_500, 4_000, 8_000, 15_000, 30_000];

async function updatePage(): Promise<void> {
  for (const delay of delays) {
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

new ParentPage(readState<ResultState>().frame);
need('h1').focus();
void updatePage();
