import type { PanelState } from '../state.ts';
import { make } from './lib/dom.ts';
import { isLoopbackHost } from './lib/loopback.ts';
import { choosePanel, chosenPanel } from './lib/sandbox.ts';
import type { openPanel, Panel } from './sandbox-panel.ts';

/** The least width of a frame that has room for the panel, in pixels. */
const leastWidth = 720;

/** `?sandbox=off` hides the panel on this page and the following ones; `?sandbox=on` brings it back. */
const asked = new URLSearchParams(location.search).get('sandbox');
if (asked === 'off') choosePanel('off');
if (asked === 'on') choosePanel(null);

const opener = document.querySelector<HTMLButtonElement>('#sandboxOpener');
// Other host names of the machine are for callers other than the developer.
if (opener !== null && isLoopbackHost(location.hostname) && chosenPanel() !== 'off') offer(opener);

function offer(button: HTMLButtonElement): void {
  let panel: Panel | null = null;
  const open = async (hasFocus: boolean): Promise<void> => {
    const { script, style } = button.dataset as { script: string; style: string };
    const { openPanel: openIt } = (await import(script)) as { openPanel: typeof openPanel };
    const state = JSON.parse(document.getElementById('sandbox')?.textContent ?? '') as PanelState;
    panel ??= openIt({ state, style, opener: button });
    panel.show(hasFocus);
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    if (isShown()) panel?.close();
    else if (isFramedByOther() || (window.parent !== window && window.innerWidth < leastWidth))
      tellWhereItOpens(button);
    else void open(true);
  });
  const isShown = (): boolean => button.getAttribute('aria-expanded') === 'true';
  // The panel stays open from page to page, and does not take the focus.
  if (chosenPanel() === 'open' && window.parent === window) void open(false);
}

/**
 * Whether a page of another origin frames this one. Such a page could trick a user into clicks, so the panel must not
 * be used there.
 */
function isFramedByOther(): boolean {
  try {
    for (let around: Window = window; around !== around.parent; ) {
      around = around.parent;
      if (around.location.origin !== location.origin) return true;
    }
    return false;
  } catch {
    // A page of another origin does not reveal its address.
    return true;
  }
}

/** Says where the panel opens instead; a second press removes the message. */
function tellWhereItOpens(button: HTMLButtonElement): void {
  const told = document.querySelector('#sandboxAlone');
  if (told !== null) {
    told.remove();
    return;
  }
  const link = make('a', { href: location.pathname, target: '_blank', rel: 'noopener' }, ['Open this page by itself']);
  button.after(
    make('p', { id: 'sandboxAlone', role: 'status' }, [link, ' to use the panel: it does not open in a frame.']),
  );
}
