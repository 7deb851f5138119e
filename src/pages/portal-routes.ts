import { notFound } from '../kernel/errors.ts';
import { ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import { vaultConfigOf } from '../resources/token/vault.ts';
import { shownEntries } from './checkout-entries.ts';
import type { Entries } from './fields.ts';
import type { Locale } from './locale.ts';
import type { Page, PageAnswer, PageRoute, Visit } from './page.ts';
import { portalPage } from './portal.ts';
import type { Said } from './portal-parts.ts';
import { isPortalAction, type PortalAction } from './portal-pills.ts';
import { receiptRoutes } from './portal-receipt.ts';
import { unknownPage } from './refusals.ts';
import type { Answer, Refusal } from './shared/answer.ts';
import { readExpiry } from './shared/card.ts';

/** Sends a form's action to the client API, and shows the page again with the result or the refusal. */
const acting =
  (action: PortalAction, path: (visit: Visit) => string, bodyOf: (visit: Visit) => Promise<Answer<object>>) =>
  async (visit: Visit): Promise<PageAnswer> => {
    const slug = visit.params.slug ?? '';
    if (ownerOfPortal(visit.engine, slug) === null) return unknownPage(visit);
    const page = portalPath({ slug });
    const body = await bodyOf(visit);
    const answer = body.kind === 'done' ? await visit.call(`/api${page}${path(visit)}`, body.body) : body;
    const { id } = visit.params;
    const of = id === undefined ? '' : `&of=${encodeURIComponent(id)}`;
    if (answer.kind === 'done') return { redirect: `${page}?done=${action}${of}` };
    return portalPage(visit, { action, isRefused: true, of: id, ...told(answer, visit) });
  };

/** The message that the page's script would show for an answer. */
function told(
  answer: Exclude<Answer<object>, { kind: 'done' }>,
  { locale, form }: Visit,
): Omit<Said, 'action' | 'isRefused'> {
  const texts = locale.page.portal;
  if (answer.kind === 'unreachable') return { status: 503, text: texts.lost };
  const { status, retryAfter, refusal } = answer;
  const entries: Entries = { values: shownEntries(form), faults: faultsOf(refusal, locale) };
  if (status !== 429) return { status, entries };
  const seconds = retryAfter ?? 60;
  return { status, text: texts.tooMany(seconds), retryAfter: seconds, entries };
}

/** The error at the field of a refusal. */
function faultsOf({ param, reason }: Refusal, { page, script }: Locale): Entries['faults'] {
  const { portal: texts } = page;
  if (reason === 'unsupported_card') return { cardNumber: texts.notTaken };
  if (param === 'email') return { email: texts.emailRefused };
  const part = /^shippingAddress\.(\w)(\w*)$/.exec(param ?? '');
  return part === null ? {} : { [`shipping${part[1]?.toUpperCase()}${part[2]}`]: script.check };
}

/** Sends the card of a posted form to the vault. */
async function vaulted({ engine, params, form, cause, call }: Visit): Promise<Answer<object>> {
  const owner = ownerOfPortal(engine, params.slug ?? '');
  if (owner === null) throw notFound('portal', params.slug ?? '');
  const expiry = readExpiry(form.cardExpiry ?? '');
  const { url } = engine.run(owner.workspace, owner.mode, cause, vaultConfigOf);
  const answer = await call<{ card_number: string; card_cvc?: string }>(new URL(url).pathname, {
    card_number: form.cardNumber ?? '',
    // An unreadable date is passed on for the vault to refuse.
    card_exp: expiry === null ? (form.cardExpiry ?? '') : `${expiry.month}/${expiry.year}`,
    card_cvc: form.cardCvc?.trim() || undefined,
  });
  if (answer.kind !== 'done') return answer;
  const { card_number: vaultPanAlias, card_cvc: vaultCvcAlias } = answer.body;
  return sent({ vaultPanAlias, vaultCvcAlias, vaultExpMonth: expiry?.month, vaultExpYear: expiry?.year });
}

const shippingIn = (form: Visit['form']) => ({
  address1: form.shippingAddress1,
  address2: form.shippingAddress2,
  city: form.shippingCity,
  state: form.shippingState,
  postalCode: form.shippingPostalCode,
  country: form.shippingCountry,
});

const shown = (visit: Visit): Page => {
  const { done, of } = visit.query;
  return portalPage(visit, isPortalAction(done) ? { action: done, isRefused: false, status: 200, of } : null);
};

const idOf = ({ params }: Visit): string => encodeURIComponent(params.id ?? '');
const sent = (body: object): Answer<object> => ({ kind: 'done', body });
const nothing = async (): Promise<Answer<object>> => sent({});

export const portalRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/portal/{slug}', answer: shown },
  ...receiptRoutes,
  {
    method: 'POST',
    path: '/portal/{slug}/subscriptions/{id}/cancel',
    answer: acting('cancelled', (visit) => `/subscriptions/${idOf(visit)}/cancel`, nothing),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/subscriptions/{id}/keep',
    answer: acting('kept', (visit) => `/subscriptions/${idOf(visit)}/keep`, nothing),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/subscriptions/{id}/payment-method',
    answer: acting(
      'changed',
      (visit) => `/subscriptions/${idOf(visit)}/payment-method`,
      async ({ form: { paymentMethodId = '' } }) => sent({ paymentMethodId }),
    ),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/renamed',
    answer: acting(
      'renamed',
      () => '/details',
      async ({ form: { email, firstName, lastName, phone } }) => sent({ email, firstName, lastName, phone }),
    ),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/moved',
    answer: acting(
      'moved',
      () => '/details',
      async ({ form }) => sent({ shippingAddress: shippingIn(form) }),
    ),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/payment-methods',
    answer: acting('added', () => '/payment-methods', vaulted),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/payment-methods/{id}/remove',
    answer: acting('removed', (visit) => `/payment-methods/${idOf(visit)}/remove`, nothing),
  },
];
