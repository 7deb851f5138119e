import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import { linkedTo } from '../../observed/links.ts';
import { type EventView, evidenceOf, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { metadataOf, referenceOf } from '../../observed/same-request.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';

/** Operations whose response gives the application the id of a new payment. */
const makers = ['charges.create', 'checkout.pay', 'subscriptions.create', 'invoices.pay'] as const;

export const fulfilledEarly: Rule = {
  id: 'async/fulfilled-early',
  level: 'error',
  ways: ['lint'],
  wrong: 'An order is fulfilled, or its money is passed on, before the application knows that the payment is complete.',
  why: 'An accepted charge can still fail at settlement, and anyone can fake a message from a browser. Then the goods or the money are gone.',
  fix: ({ lastCall }) =>
    `Make ${lastCall} when payment.completed arrives, or after the server has read the transaction or the session as paid; not when the payment was only accepted.`,
  source:
    'Fulfill orders from payment.completed or by reading the session on the server, not from browser callbacks. On the debit-and-payouts rail, payment.completed comes at settlement (specification, "Checkout sessions", "Transaction").',
  lint: (record) => {
    const isActing = record.of('fulfillments.create', 'payouts.create').length > 0;
    const payments = isActing ? paymentsOf(record) : new Map<string, Payment>();
    const acts = [...fulfilments(record, payments), ...payoutsFor(record, payments)];
    if (acts.length === 0 && isActing) {
      return inapplicable(
        'No fulfillment and no payout of this record names a payment of it',
        'name the payment or its order in the metadata or the reference_id of each payout',
      );
    }
    if (acts.length === 0) {
      return inapplicable(
        'No order that was paid in this record was fulfilled, and no money was passed on',
        'have the application create a fulfillment, or a payout that names its payment in the metadata',
      );
    }
    const judged = acts.map((act) => ({ act, why: whyEarly(record, act) }));
    const early = judged.flatMap(({ act, why }) => (typeof why === 'string' ? [findingOf(act, why)] : []));
    if (early.length > 0) return violation(early);
    const doubtful = judged
      .filter(({ why }) => why === null)
      .map(({ act }) => findingOf(act, 'without a delivery of payment.completed or a read of the payment'));
    if (doubtful.length === 0) return pass;
    return incomplete(
      'An order was fulfilled although the application neither received an event about its payment nor read it',
      'add the address of the application: npx payments-emulator webhooks add URL',
      doubtful,
    );
  },
};

/** A payment, with the event that completed it. */
interface Payment {
  readonly id: string;
  /** The request that created the payment; undefined if a trigger or a renewal created it. */
  readonly made: ObservedRequest | undefined;
  readonly completed: EventView | undefined;
}

/** An action that must wait for a completed payment. */
interface Act {
  readonly asked: ObservedRequest;
  readonly payment: Payment;
}

/** The payments in the record, keyed by transaction id. */
function paymentsOf(record: ObservedRun): Map<string, Payment> {
  const completed = new Map<unknown, EventView>();
  for (const event of record.events) {
    if (event.type !== 'payment.completed') continue;
    completed.set((event.data as { transaction_id?: unknown }).transaction_id, event);
  }
  const payments = new Map<string, Payment>();
  for (const made of record.of(...makers)) {
    const { object } = made;
    const id = made.operation === 'charges.create' ? object?.id : (object?.transactionId ?? object?.transaction_id);
    if (made.isAccepted && typeof id === 'string' && !payments.has(id)) {
      payments.set(id, { id, made, completed: completed.get(id) });
    }
  }
  for (const [id, event] of completed) {
    if (typeof id === 'string' && event.unsent !== 'history' && !payments.has(id)) {
      payments.set(id, { id, made: undefined, completed: event });
    }
  }
  return payments;
}

const fulfilments = (record: ObservedRun, payments: ReadonlyMap<string, Payment>): Act[] =>
  record.of('fulfillments.create').flatMap((asked) => {
    const payment = payments.get(String(asked.body?.transaction_id));
    return payment === undefined || !asked.isAccepted ? [] : [{ asked, payment }];
  });

/** Payouts that name one payment, by its id or by any other name that it shares with no other payment. */
function payoutsFor(record: ObservedRun, payments: ReadonlyMap<string, Payment>): Act[] {
  const payouts = record.of('payouts.create').filter(({ isAccepted }) => isAccepted);
  if (payouts.length === 0) return [];
  const byName = new Map<string, Payment | null>();
  for (const payment of payments.values()) {
    for (const name of namesOf(record, payment)) byName.set(name, byName.has(name) ? null : payment);
  }
  return payouts.flatMap((asked) => {
    const texts = [referenceOf(asked), ...Object.values(metadataOf(asked))].filter((text) => typeof text === 'string');
    const named = texts.flatMap((text) => text.match(/\btxn_\w+/g) ?? []).flatMap((id) => payments.get(id) ?? []);
    const shared = [...byName].flatMap(([name, payment]) =>
      payment !== null && texts.some((text) => holds(text, name)) ? [payment] : [],
    );
    const payment = named[0] ?? shared[0];
    return payment === undefined ? [] : [{ asked, payment }];
  });
}

/** The names of a payment that are long enough to be unique: its ids, its reference, and what its metadata says. */
function namesOf(record: ObservedRun, { id, made, completed }: Payment): ReadonlySet<string> {
  const { checkout_session_id: session, metadata } = (completed?.data ?? {}) as Record<string, unknown>;
  const opened = record.of('checkout_sessions.create').find(({ object }) => object?.id === session);
  const told = [metadata, ...[made, opened].map((asked) => asked && metadataOf(asked))].filter(isObject);
  const texts = told.flatMap((each) => Object.values(each)).filter((text) => typeof text === 'string');
  const own = texts.filter((text) => text.length >= 4 && /\d/.test(text));
  return new Set([...(linkedTo(record, id) ?? [id]), ...own]);
}

/** Why an action was too early; undefined if it was in time, null if the record does not show it. */
function whyEarly(record: ObservedRun, { asked, payment: { id, made, completed } }: Act): string | null | undefined {
  if (hasReadSession(record, asked, id)) return undefined;
  const at = asked.at / 1_000;
  if (completed === undefined || Math.floor(at) < completed.created) return 'before the payment was completed';
  // The response of an immediately approved charge already reported the payment to the application.
  const isAnswered = made !== undefined && made.operation !== 'checkout.pay' && asked.received >= made.answered;
  if (isAnswered && completed.cause.type === 'request' && completed.cause.id === made.id) return undefined;
  const attempts = record.deliveriesOf(completed.id).flatMap((delivery) => delivery.attempts);
  if (attempts.some(({ sent }) => sent === undefined || sent <= asked.received)) return undefined;
  const session = (completed.data as { checkout_session_id?: unknown }).checkout_session_id;
  const reads = [id, session].flatMap((each) => (typeof each === 'string' ? record.readsOf(each) : []));
  const isRead = reads.some(
    ({ at: readAt, answered, received }) =>
      received <= asked.received && answered <= asked.received + 1 && readAt / 1_000 >= completed.created,
  );
  if (isRead) return undefined;
  // Without deliveries, the application may use another source: a test may read from the emulator itself.
  return attempts.length > 0 ? 'before payment.completed was delivered or the payment was read' : null;
}

/** Whether the server had read the paid session as complete. The server may then fulfill the order. */
const hasReadSession = (record: ObservedRun, { received }: ObservedRequest, transactionId: string): boolean =>
  record
    .of('checkout_sessions.get')
    .some(
      ({ object, answered }) =>
        object?.transaction_id === transactionId && object.status === 'complete' && answered <= received,
    );

const findingOf = ({ asked, payment }: Act, why: string): Finding => ({
  message: `${asked.operation === 'payouts.create' ? 'The payout' : 'The fulfillment'} for payment ${payment.id} was created ${why}.`,
  where: asked.operation ?? '',
  adversity: null,
  evidence: evidenceOf({
    requests: payment.made === undefined ? [asked] : [payment.made, asked],
    events: payment.completed === undefined ? [] : [payment.completed],
  }),
});
