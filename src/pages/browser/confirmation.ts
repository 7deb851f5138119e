import type { ResultState } from '../state.ts';
import { need, readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';
import { wait } from './lib/platform.ts';

/**
 * The intervals between updates of the page, in milliseconds; the last one repeats. Apps learn of a payment by
 * webhook and add their blocks slightly later. The network can take any time to respond.
 */
const delays = [1_500, 2_500, 4_000, 8_000, 15_000, 30_000];

/** How long the success message is shown before the shop's page opens, in milliseconds. */
const successTime = 1_500;

async function updatePage(): Promise<void> {
  if (document.hidden) return;
  const response = await fetch(location.href, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
  if (response?.ok !== true) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [now, then] = [document, fresh].map((page) => need('#confirmation', page)) as [HTMLElement, HTMLElement];
  if (now.innerHTML === then.innerHTML) return;
  const title = need('h1', now).textContent;
  now.dataset.status = then.dataset.status;
  now.replaceChildren(...[...then.childNodes].map((node) => document.importNode(node, true)));
  const heading = need('h1', now);
  if (heading.textContent === title) return;
  document.title = fresh.title;
  // Makes a screen reader announce the change.
  heading.focus({ preventScroll: true });
}

async function follow(): Promise<never> {
  for (let at = 0; ; at = Math.min(at + 1, delays.length - 1)) {
    await wait(delays[at]!);
    await updatePage();
  }
}

function stay(): void {
  document.addEventListener('visibilitychange', () => void updatePage());
  void follow();
}

const { frame, leaveTo } = readState<ResultState>();
new ParentPage(frame);
need('h1').focus();
if (leaveTo === null) stay();
// Replaces this page in the history, so that the Back button does not return to it.
else void wait(successTime).then(() => location.replace(leaveTo));
