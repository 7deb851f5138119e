import type { Refusal } from '../shared/answer.ts';
import type { PortalState } from '../state.ts';
import { postJson, vaultCard } from './lib/api.ts';
import { watchCountry } from './lib/country.ts';
import { need, readState } from './lib/dom.ts';
import { emailFault, Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { Notice, type NoticeText } from './lib/notice.ts';
import { clearCard, typedCard, watchCard } from './lib/payment/payment-fields.ts';
import { pageTexts } from './lib/texts.ts';

type Action = keyof PortalState['actions'];
type Body = Readonly<Record<string, unknown>>;

const state = readState<PortalState>();
const place = need('#notice');
const notice = new Notice(place);
let isSending = false;

interface Sending {
  /** The body to send; null to send no request, because the form already shows an error. */
  readonly bodyOf: () => Promise<Body | null>;
  /** Removes sensitive input from the page. */
  readonly clear?: () => void;
  /** Shows a refusal at its field. Returns whether the form has such a field. */
  readonly point?: (refusal: Refusal) => boolean;
  /** The path in the client API; default: the path of the form, which is identical. */
  readonly path?: string;
}

/** Sends a form to the client API, one form at a time. */
async function send(form: HTMLFormElement, sending: Sending): Promise<void> {
  const { bodyOf, clear, point, path = new URL(form.action).pathname } = sending;
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
  if (body !== null && (await isDone(path, action, body, point))) {
    clear?.();
    // The buttons stay disabled until the page is loaded again. The id of the item in the list identifies the
    // subscription.
    const id = form.closest('li')?.id ?? '';
    location.assign(`${location.pathname}?done=${action}${id === '' ? '' : `&of=${encodeURIComponent(id)}`}`);
    return;
  }
  isSending = false;
  button.removeAttribute('aria-disabled');
  label.textContent = idle;
}

async function isDone(path: string, action: Action, body: Body, point: Sending['point']): Promise<boolean> {
  const answer = await postJson(`/api${path}`, body);
  if (answer.kind === 'done') return true;
  if (answer.kind === 'unreachable') say(state.texts.lost);
  else if (answer.status === 429) say(state.texts.tooMany);
  else if (point?.(answer.refusal) !== true) say(state.actions[action].refused);
  return false;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('form[data-action] [type=submit]'))
  button.disabled = false;

const say = (text: NoticeText): void => notice.show('danger', text);

for (const form of document.querySelectorAll<HTMLFormElement>('.portal-form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const bodyOf = async () =>
      Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    void send(form, { bodyOf });
  });
}

/** A form for the customer's details, checked before it is sent. */
function watchDetails(form: Form, bodyOf: () => Body, fieldOf: (param: string) => string | null): void {
  const point = ({ param }: Refusal): boolean => {
    const field = param === null ? null : fieldOf(param);
    if (field === null) return false;
    form.show(field, field === 'email' ? state.texts.emailRefused : pageTexts().check);
    form.control(field).focus();
    return true;
  };
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    const path = `${location.pathname}/details`;
    if (form.faults() === 0) void send(form.element, { bodyOf: async () => bodyOf(), point, path });
  });
}

function watchName(form: Form): void {
  form.check('email', emailFault);
  const ids = ['email', 'firstName', 'lastName', 'phone'];
  watchDetails(
    form,
    () => Object.fromEntries(ids.map((id) => [id, form.text(id)])),
    (param) => (ids.includes(param) ? param : null),
  );
}

/** The address fields, by their names in the client API. */
const parts = {
  address1: 'shippingAddress1',
  address2: 'shippingAddress2',
  city: 'shippingCity',
  state: 'shippingState',
  postalCode: 'shippingPostalCode',
  country: 'shippingCountry',
} as const;

function watchShipping(form: Form): void {
  watchCountry(form, 'shipping');
  const entries = Object.entries(parts);
  watchDetails(
    form,
    () => ({ shippingAddress: Object.fromEntries(entries.map(([part, id]) => [part, form.text(id)])) }),
    (param) => entries.find(([part]) => param === `shippingAddress.${part}`)?.[1] ?? null,
  );
}

watchName(new Form(need<HTMLFormElement>('form[data-action=renamed]')));
watchShipping(new Form(need<HTMLFormElement>('form[data-action=moved]')));

function watchAddCard(element: HTMLFormElement): void {
  const form = new Form(element);
  watchCard(form, state.now.slice(0, 7));
  watchHints(form, () => {});
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.faults() === 0)
      void send(element, {
        bodyOf: () => vaulted(form),
        clear: () => clearCard(form),
        point: ({ reason }) => {
          if (reason !== 'unsupported_card') return false;
          refuseNumber(form, state.texts.notTaken);
          return true;
        },
      });
  });
}

/** Stores the card in the vault; null if the vault refused the card. The card field then shows the reason. */
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
  else refuseNumber(form, state.texts.badCard);
  return null;
}

function refuseNumber(form: Form, text: string): void {
  form.show('cardNumber', text);
  form.control('cardNumber').focus();
}

const add = document.querySelector<HTMLFormElement>('#add-card');
if (add !== null) watchAddCard(add);

// The result is shown only once, so a reload or a bookmark does not show it again.
if ('said' in place.dataset) {
  place.focus({ preventScroll: true });
  history.replaceState(null, '', location.pathname);
}
