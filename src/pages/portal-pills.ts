import type { InvoiceView, PaymentView, SubscriptionView } from '../resources/portal/client-fields.ts';
import { html, type Markup } from './html.ts';
import type { PageTexts } from './texts/en.ts';

type Texts = PageTexts['portal'];
type Look = 'good' | 'warn' | 'plain';

/** A status in words, and how its pill looks. */
export type Pill = readonly [label: string, look: Look];

export const showPill = ([label, look]: Pill): Markup => html`<p class="pill pill-${look}">${label}</p>`;

/** What somebody has just done in the portal; the query `done` of the page names it. */
export type PortalAction = keyof Texts['actions'];

const actions = [
  'cancelled',
  'kept',
  'changed',
  'added',
  'removed',
  'renamed',
  'moved',
] as const satisfies readonly PortalAction[];

export const isPortalAction = (text: string | undefined): text is PortalAction =>
  actions.some((action) => action === text);

export const subscriptionLooks: Readonly<Record<SubscriptionView['status'], Look>> = {
  active: 'good',
  scheduled: 'plain',
  paused: 'plain',
  past_due: 'warn',
  cancelled: 'plain',
};

const paymentLooks: Readonly<Record<PaymentView['status'], Look>> = {
  pending_settlement: 'plain',
  settled: 'good',
  failed: 'warn',
  disputed: 'warn',
  voided: 'plain',
  refunded: 'plain',
  partially_refunded: 'plain',
};

export const paymentPill = ({ paymentStates }: Texts, status: PaymentView['status']): Pill => [
  paymentStates[status],
  paymentLooks[status],
];

export const invoiceLooks: Readonly<Record<InvoiceView['status'], Look>> = {
  sent: 'warn',
  viewed: 'warn',
  processing: 'plain',
  paid: 'good',
  void: 'plain',
};
