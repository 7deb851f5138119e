import type { InvoiceView, PaymentView, PortalView, SubscriptionView } from '../resources/portal/view.ts';

/** A status in words, and how its pill looks. */
export type Pill = readonly [label: string, look: 'good' | 'warn' | 'plain'];

/** What somebody has just done in the portal; the query `done` of the page names it. */
export type PortalAction = 'cancelled' | 'kept' | 'changed' | 'added' | 'removed';

interface ActionTexts {
  /** What the button says meanwhile. */
  readonly busy: string;
  readonly done: { readonly title: string; readonly text: string };
  readonly refused: { readonly title: string; readonly text: string };
}

/** Everything that the customer portal says. */
export const texts = {
  title: 'Your account',
  forWhom: ({ name, email }: PortalView['customer']) => (name === null ? email : `${name} · ${email}`),
  subscriptions: 'Subscriptions',
  methods: 'Saved payment methods',
  payments: 'Payments',
  invoices: 'Invoices',
  none: {
    subscriptions: 'You have no subscriptions.',
    methods: 'Nothing is saved.',
    payments: 'You have not paid anything yet.',
  },
  every: (interval: SubscriptionView['interval'], count: number) =>
    count === 1 ? `every ${interval}` : `every ${count} ${interval}s`,
  each: (money: string, every: string) => `${money} ${every}`,
  endsOn: (day: string) => `Ends on ${day}`,
  endsText: (day: string) => `You have it until ${day}. Nothing more is charged.`,
  endedOn: (day: string) => `Ended on ${day}`,
  nextOn: (day: string, method: string) => `Next payment on ${day}, with ${method}.`,
  startsOn: (day: string, method: string) => `It starts on ${day}, with a payment by ${method}.`,
  retryOn: (day: string, method: string) =>
    `The last payment did not go through. It is tried again on ${day}, with ${method}.`,
  pausedText: 'Nothing is charged while it is paused.',
  pendingText: 'A payment is being processed.',
  gone: 'a payment method that was removed',
  cancel: 'Cancel',
  cancelAtEnd: (day: string) => `You keep it until ${day}, and nothing more is charged.`,
  cancelNow: 'It ends at once, and nothing more is charged.',
  cancelButton: 'Cancel subscription',
  keepButton: 'Keep subscription',
  change: 'Pay with another method',
  changeLabel: 'Charge from now on',
  changeButton: 'Save',
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  bankAccount: 'Bank account',
  expires: (month: string, year: string) => `Expires ${month}/${year}`,
  expired: 'Expired',
  paysFor: (names: string) => `Pays for ${names}`,
  remove: 'Remove',
  add: 'Add a card',
  addButton: 'Save card',
  addText: 'It is stored safely, and nothing is charged now.',
  hintsText: 'Press one to fill it in. Real cards are refused.',
  badCard: 'Check the card number. Only test cards work here.',
  order: (number: number) => `Order #${number}`,
  refunded: (money: string) => `${money} refunded`,
  receipt: 'Receipt',
  earlier: 'Earlier payments',
  newest: 'Newest payments',
  dueOn: (day: string) => `Due on ${day}`,
  view: 'View',
  backToPortal: 'Your account',
  whatWasBought: 'What was paid for',
  lost: { title: 'The connection was lost', text: 'Check it and try again. Nothing is done twice.' },
  tooMany: (seconds: number) => ({
    title: 'Too many attempts',
    text: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  }),
} as const;

export const actionTexts: Readonly<Record<PortalAction, ActionTexts>> = {
  cancelled: {
    busy: 'Cancelling…',
    done: { title: 'The subscription is cancelled', text: 'Nothing more is charged for it.' },
    refused: { title: 'It could not be cancelled', text: 'This page shows how it stands now.' },
  },
  kept: {
    busy: 'One moment…',
    done: { title: 'You keep the subscription', text: 'It goes on as before.' },
    refused: { title: 'It could not be kept', text: 'This page shows how it stands now.' },
  },
  changed: {
    busy: 'Saving…',
    done: { title: 'The payment method is changed', text: 'The next payments are charged to it.' },
    refused: { title: 'This payment method cannot be used', text: 'Choose another one, or add a card.' },
  },
  added: {
    busy: 'Saving…',
    done: { title: 'The card is saved', text: 'You can use it for your subscriptions.' },
    refused: {
      title: 'The card was not saved',
      text: 'Check its number and its expiry date. Only test cards work here.',
    },
  },
  removed: {
    busy: 'Removing…',
    done: { title: 'The payment method is removed', text: 'It is charged no more.' },
    refused: {
      title: 'It could not be removed',
      text: 'A subscription is paid with it. Choose another payment method there first.',
    },
  },
};

export const isPortalAction = (text: string | undefined): text is PortalAction =>
  text !== undefined && Object.hasOwn(actionTexts, text);

export const subscriptionPills: Readonly<Record<SubscriptionView['status'], Pill>> = {
  active: ['Active', 'good'],
  scheduled: ['Starts later', 'plain'],
  paused: ['Paused', 'plain'],
  past_due: ['Payment missing', 'warn'],
  cancelled: ['Ended', 'plain'],
};

export const paymentPills: Readonly<Record<PaymentView['status'], Pill>> = {
  pending_settlement: ['Processing', 'plain'],
  settled: ['Paid', 'good'],
  failed: ['Failed', 'warn'],
  disputed: ['Disputed', 'warn'],
  voided: ['Cancelled', 'plain'],
  refunded: ['Refunded', 'plain'],
  partially_refunded: ['Partly refunded', 'plain'],
};

export const invoicePills: Readonly<Record<InvoiceView['status'], Pill>> = {
  sent: ['Open', 'warn'],
  viewed: ['Open', 'warn'],
  processing: ['Processing', 'plain'],
  paid: ['Paid', 'good'],
  void: ['Withdrawn', 'plain'],
};
export const overduePill: Pill = ['Overdue', 'warn'];
