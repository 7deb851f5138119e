/**
 * Holds the form of a checkout that is sent before the page's module is there, which sends it then: of a form that the
 * browser posts by itself, the number of the card does not come back. It is small, and loaded before anything can be pressed.
 */

/** How long a module may take until the browser posts the form, in milliseconds. */
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

/** The module is there: what was pressed is done now, by it. */
function handOver(): void {
  const form = held;
  letGo();
  form?.requestSubmit();
}

/** No module will be there: what was pressed is done as where scripts are off. */
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
// An event of a script that cannot be loaded goes down to the script, and not up again.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') post();
  },
  true,
);

export {};
