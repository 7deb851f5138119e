import type { PortalState } from '../state.ts';
import { postJson, vaultCard } from './lib/api.ts';
import { need, readState } from './lib/dom.ts';
import { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { Notice, type NoticeText } from './lib/notice.ts';
import { clearCard, typedCard, watchCard } from './lib/payment-fields.ts';

type Action = keyof PortalState['actions'];
type Body = Readonly<Record<string, unknown>>;

const state = readState<PortalState>();
const place = need('#notice');
const notice = new Notice(place);
let isSending = false;

/**
 * Sends a form to the client API in place of the page, whose paths are the same. One at a time.
 * @param bodyOf what is sent; null where it said itself why nothing is
 * @param clear takes from the page what must not stay there
 */
async function send(form: HTMLFormElement, bodyOf: () => Promise<Body | null>, clear = (): void => {}): Promise<void> {
  if (isSending) return;
  isSending = true;
  notice.clear();
  const action = form.dataset.action as Action;
  const button = need<HTMLButtonElement>('button[type=submit]', form);
  const label = need('span', button);
  const idle = label.textContent;
  button.setAttribute('aria-disabled', 'true');
  label.textContent = state.actions[action].busy;
  const body = await bodyOf();
  if (body !== null && (await isDone(new URL(form.action).pathname, action, body))) {
    clear();
    // Nothing can be pressed any more until the page is there again.
    location.assign(`${location.pathname}?done=${action}`);
    return;
  }
  isSending = false;
  button.removeAttribute('aria-disabled');
  label.textContent = idle;
}

async function isDone(path: string, action: Action, body: Body): Promise<boolean> {
  const answer = await postJson(`/api${path}`, body);
  if (answer.kind === 'done') return true;
  if (answer.kind === 'unreachable') say(state.texts.lost);
  else if (answer.status === 429) say(state.texts.tooMany);
  else say(state.actions[action].refused);
  return false;
}

const say = (text: NoticeText): void => notice.show('danger', text);

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-action]:not(#add-card)')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, async () =>
      Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])),
    );
  });
}

function watchAddCard(element: HTMLFormElement): void {
  const form = new Form(element);
  watchCard(form, state.now.slice(0, 7));
  watchHints(form, () => {});
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.faults() === 0)
      void send(
        element,
        () => vaulted(form),
        () => clearCard(form),
      );
  });
}

/** Puts the card into the vault; null where that is refused, which the card's field says. */
async function vaulted(form: Form): Promise<Body | null> {
  const card = typedCard(form);
  const answer = await vaultCard(state.vault, card);
  if (answer.kind === 'done') {
    return {
      vaultPanAlias: answer.body.card_number,
      vaultCvcAlias: answer.body.card_cvc,
      vaultExpMonth: card.expiry.month,
      vaultExpYear: card.expiry.year,
    };
  }
  if (answer.kind === 'unreachable') say(state.texts.lost);
  else {
    form.show('cardNumber', state.texts.badCard);
    form.control('cardNumber').focus();
  }
  return null;
}

const add = document.querySelector<HTMLFormElement>('#add-card');
if (add !== null) watchAddCard(add);

// What was done is said once: a reload, or a bookmark, does not say it again.
if ('said' in place.dataset) {
  place.focus({ preventScroll: true });
  history.replaceState(null, '', location.pathname);
}
