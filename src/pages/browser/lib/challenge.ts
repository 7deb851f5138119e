import { make } from './dom.ts';
import { keepInSight } from './keep-in-sight.ts';
import type { ShowChallenge } from './three-ds.ts';

const frameName = 'three-ds-challenge';

/**
 * Shows the issuer's page in a dialog over the checkout: `creq` is posted to `url`, as the protocol asks. Closing the
 * dialog is giving up.
 */
export const showChallenge: ShowChallenge = ({ url, creq }, isOver) =>
  new Promise((resolve) => {
    const close = make('button', { type: 'button', class: 'button-plain' }, ['Cancel']);
    const title = make('h2', { id: 'challenge-title' }, ['Confirm with your bank']);
    const frame = make('iframe', { class: 'challenge-frame', name: frameName, title: 'Confirmation by your bank' });
    const form = make('form', { method: 'post', action: sameHost(url), target: frameName, hidden: true }, [
      make('input', { type: 'hidden', name: 'creq', value: creq }),
    ]);
    const dialog = make('dialog', { 'aria-labelledby': 'challenge-title' }, [
      make('div', { class: 'dialog-head' }, [title, close]),
      frame,
      form,
    ]);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve('closed');
    });
    close.addEventListener('click', () => dialog.close());
    void isOver.then(() => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    keepInSight(dialog);
    form.submit();
  });

/** The emulator may be known by several names of this machine; the issuer's page is asked for by the page's own. */
function sameHost(address: string): string {
  const url = new URL(address, location.origin);
  return url.port === location.port ? new URL(url.pathname + url.search, location.origin).href : url.href;
}
