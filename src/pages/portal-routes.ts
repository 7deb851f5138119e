import { notFound } from '../engine/errors.ts';
import { ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import { vaultConfigOf } from '../resources/token/vault.ts';
import type { Locale } from './locale.ts';
import type { Page, PageAnswer, PageRoute, Visit } from './page.ts';
import { portalPage, type Said } from './portal.ts';
import { isPortalAction, type PortalAction } from './portal-pills.ts';
import { receiptRoutes } from './portal-receipt.ts';
import { unknownPage } from './refusals.ts';
import type { Answer } from './shared/answer.ts';
import { readExpiry } from './shared/card.ts';

/** Has the client API do what a form asks for, and shows the page again: one of what was done, or what was refused. */
const acting =
  (action: PortalAction, path: (visit: Visit) => string, bodyOf: (visit: Visit) => Promise<Answer<object>>) =>
  async (visit: Visit): Promise<PageAnswer> => {
    const slug = visit.params.slug ?? '';
    if (ownerOfPortal(visit.engine, slug) === null) return unknownPage(visit);
    const page = portalPath({ slug });
    const body = await bodyOf(visit);
    const answer = body.kind === 'done' ? await visit.call(`/api${page}${path(visit)}`, body.body) : body;
    if (answer.kind === 'done') return { redirect: `${page}?done=${action}` };
    return portalPage(visit, { action, isRefused: true, ...told(answer, visit.locale) });
  };

/** What the script of the page says of an answer too. */
function told(
  answer: Exclude<Answer<object>, { kind: 'done' }>,
  { page: { portal: texts } }: Locale,
): Omit<Said, 'action' | 'isRefused'> {
  if (answer.kind === 'unreachable') return { status: 503, text: texts.lost };
  const { status, retryAfter } = answer;
  if (status !== 429) return { status };
  const seconds = retryAfter ?? 60;
  return { status, text: texts.tooMany(seconds), retryAfter: seconds };
}

/** Hands the card of a posted form to the vault. */
async function vaulted({ engine, params, form, cause, call }: Visit): Promise<Answer<object>> {
  const owner = ownerOfPortal(engine, params.slug ?? '');
  if (owner === null) throw notFound('portal', params.slug ?? '');
  const expiry = readExpiry(form.cardExpiry ?? '');
  const { url } = engine.run(owner.workspace, owner.mode, cause, vaultConfigOf);
  const answer = await call<{ card_number: string; card_cvc?: string }>(new URL(url).pathname, {
    card_number: form.cardNumber ?? '',
    // What cannot be read is for the vault to refuse.
    card_exp: expiry === null ? (form.cardExpiry ?? '') : `${expiry.month}/${expiry.year}`,
    card_cvc: form.cardCvc?.trim() || undefined,
  });
  if (answer.kind !== 'done') return answer;
  const { card_number: vaultPanAlias, card_cvc: vaultCvcAlias } = answer.body;
  return sent({ vaultPanAlias, vaultCvcAlias, vaultExpMonth: expiry?.month, vaultExpYear: expiry?.year });
}

const shown = (visit: Visit): Page => {
  const { done } = visit.query;
  return portalPage(visit, isPortalAction(done) ? { action: done, isRefused: false, status: 200 } : null);
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
    path: '/portal/{slug}/payment-methods',
    answer: acting('added', () => '/payment-methods', vaulted),
  },
  {
    method: 'POST',
    path: '/portal/{slug}/payment-methods/{id}/remove',
    answer: acting('removed', (visit) => `/payment-methods/${idOf(visit)}/remove`, nothing),
  },
];
