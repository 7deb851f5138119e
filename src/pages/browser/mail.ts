/** The mailbox: sets the height of a message's frame to the height of its content, and shows new mail. */
import { make, need } from './lib/dom.ts';

/** How long after an event the list is loaded, in milliseconds, because several events often arrive together. */
const pause = 250;
/** The parts of the page that new mail changes. */
const listPlace = '.docs-list';

fitFrames();
follow();

/**
 * Sets the height of a message's frame to the height of its content, and updates it when the window width changes.
 */
function fitFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe.docs-mail')) {
    const measure = (): void => {
      const page = frame.contentDocument?.documentElement;
      if (page == null) return;
      // A document is never shorter than its frame.
      frame.style.height = '0';
      frame.style.height = `${page.scrollHeight + 2}px`;
    };
    frame.addEventListener('load', measure);
    new ResizeObserver(measure).observe(need('main'));
    if (frame.contentDocument?.readyState === 'complete') measure();
  }
}

/** Follows the events of the data set, and reloads the list after them. */
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
  // The page cannot add its first message or remove its last message, so it is reloaded.
  if (before.size === 0 || linksIn(page).length === 0) {
    location.assign(`/mail${location.search}`);
    return;
  }
  for (const link of linksIn(page)) {
    // The mailbox page shows the newest message. The page of a message keeps showing that message.
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

/** The page at a URL; null if the emulator does not respond. The stream of events then tries again. */
async function pageAt(address: string): Promise<Document | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  } catch {
    return null;
  }
}

/** Announces new mail to screen readers. */
function say(fresh: readonly HTMLAnchorElement[]): void {
  const place = document.querySelector('#news') ?? make('p', { id: 'news', class: 'visually-hidden', role: 'status' });
  document.body.append(place);
  place.textContent = `New mail: ${fresh.map((link) => link.firstChild?.textContent).join(', ')}`;
}
