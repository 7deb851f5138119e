/**
 * Holds a checkout form that is submitted before the page's module is loaded, which then submits it. If the browser
 * posted the form itself, the card number would be lost. This script is small, and loaded before anything can be
 * pressed.
 */

/** How long a module may take to load before the browser posts the form, in milliseconds. */
const patience = 10_000;

let held: HTMLFormElement | null = null;

function hold(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLFormElement) || target.id !== 'checkout') return;
  event.preventDefault();
  if (held !== null) return;
  held = target;
  const button = target.querySelector('#pay');
  button?.setAttribute('aria-disabled', 'true');
  button?.querySelector('.spinner')?.removeAttribute('hidden');
  button?.querySelector('.icon')?.setAttribute('hidden', '');
  setTimeout(post, patience);
}

/** The module is loaded and now handles what was pressed. */
function handOver(): void {
  const form = held;
  letGo();
  form?.requestSubmit();
}

/** The module cannot be loaded: the form is posted as without scripts. */
function post(): void {
  const form = held;
  letGo();
  form?.submit();
}

function letGo(): void {
  held = null;
  document.removeEventListener('submit', hold);
}

document.addEventListener('submit', hold);
document.addEventListener('checkout-ready', handOver, { once: true });
// A script's load error does not bubble, so it must be captured.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') post();
  },
  true,
);

export {};
