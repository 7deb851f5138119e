import type { InvoiceView, PaymentView, SubscriptionView } from '../../payments/resources/portal/buyer-fields.ts';
import { html, type Markup } from '../html.ts';
import type { PageTexts } from '../texts/en.ts';

type Texts = PageTexts['portal'];
type Look = 'good' | 'warn' | 'plain';

/** The label of a status, and the style of its pill. */
export type Pill = readonly [label: string, look: Look];

export const showPill = ([label, look]: Pill): Markup => html`<p class="pill pill-${look}">${label}</p>`;

/** The last action in the portal, from the page's query parameter `done`. */
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
