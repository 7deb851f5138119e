/** The mailbox: a message is shown as high as it is, and new mail shows by itself. */
import { make, need } from './lib/dom.ts';

/** How long after something happened the list is asked for, in milliseconds: several things happen at once. */
const pause = 250;
/** The parts of the page that new mail changes. */
const listPlace = '.docs-list';

fitFrames();
follow();

/** Makes the frame of a message as high as its content, also where that changes with the width of the window. */
function fitFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe.docs-mail')) {
    const measure = (): void => {
      const page = frame.contentDocument?.documentElement;
      if (page == null) return;
      // A document is at least as high as its frame.
      frame.style.height = '0';
      frame.style.height = `${page.scrollHeight + 2}px`;
    };
    frame.addEventListener('load', measure);
    new ResizeObserver(measure).observe(need('main'));
    if (frame.contentDocument?.readyState === 'complete') measure();
  }
}

/** Follows what happens in the data set, and renews the list with it. */
function follow(): void {
  const stream = new EventSource(`/_emulator/stream?${streamQuery()}`);
  let isWaiting = false;
  const later = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void renew();
    }, pause);
  };
  for (const type of ['open', 'change', 'clock', 'left_out']) stream.addEventListener(type, later);
}

function streamQuery(): URLSearchParams {
  const query = new URLSearchParams(location.search);
  const { workspace = '' } = need('main').dataset;
  query.set('workspace', workspace);
  query.set('most', '20');
  return query;
}

async function renew(): Promise<void> {
  const page = await pageAt(`/mail${location.search}`);
  const list = page?.querySelector(listPlace);
  if (page === null || list == null) return;
  const before = new Map(linksIn(document).map((link) => [link.href, link]));
  const fresh = linksIn(page).filter(({ href }) => !before.has(href));
  if (fresh.length === 0 && linksIn(page).length === before.size) return;
  // The page has no place for a message where there was none, and none to show where nothing is left.
  if (before.size === 0 || linksIn(page).length === 0) {
    location.assign(`/mail${location.search}`);
    return;
  }
  for (const link of linksIn(page)) {
    // The page of the mailbox shows the newest message, and this one goes on showing its own.
    const current = before.get(link.href)?.getAttribute('aria-current') ?? null;
    if (current === null) link.removeAttribute('aria-current');
    else link.setAttribute('aria-current', current);
    if (before.get(link.href)?.classList.contains('is-new') !== false) link.classList.add('is-new');
  }
  const { scrollTop } = need(listPlace);
  need(listPlace).replaceWith(document.adoptNode(list));
  need(listPlace).scrollTop = scrollTop;
  if (fresh.length > 0) say(fresh);
}

const linksIn = (page: Document): HTMLAnchorElement[] => [
  ...page.querySelectorAll<HTMLAnchorElement>(`${listPlace} a`),
];

/** The page at an address; null where the emulator does not answer, which the stream asks again. */
async function pageAt(address: string): Promise<Document | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  } catch {
    return null;
  }
}

/** Tells who listens to the page what has come. */
function say(fresh: readonly HTMLAnchorElement[]): void {
  const place = document.querySelector('#news') ?? make('p', { id: 'news', class: 'visually-hidden', role: 'status' });
  document.body.append(place);
  place.textContent = `New mail: ${fresh.map((link) => link.firstChild?.textContent).join(', ')}`;
}
