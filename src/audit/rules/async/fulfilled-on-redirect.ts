import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import { isTaken, namesIn, type TrueAttempt, trueAttempts, wasOpen } from '../../observed/deliveries.ts';
import {
  type DeliveryView,
  type EventView,
  evidenceOf,
  type ObservedRequest,
  type ObservedRun,
} from '../../observed/observed-run.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { grants, itemsNaming } from '../../trial/state-items.ts';

/** How soon a fulfillment follows the read on the buyer's return page, in milliseconds. */
const soon = 30_000;

export const fulfilledOnRedirect: Rule = {
  id: 'async/fulfilled-on-redirect',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong:
    "An order is fulfilled only when the buyer's browser returns; a paid session without a return is never fulfilled.",
  why: 'Buyers close the tab, lose the connection or pay through a link on another device. They have paid, but get nothing.',
  fix: 'Fulfill the order when payment.completed arrives. Let the return page only show the state of the order.',
  source:
    'Fulfill orders from payment.completed or by reading the session on the server, not from browser completion callbacks (specification, "Checkout sessions").',
  lint: (record) => {
    const paid = paidSessions(record);
    if (paid.length === 0) {
      return inapplicable(
        'No checkout session was paid',
        'pay a session on its page, or run npx payments-emulator trigger checkout_session.complete',
      );
    }
    return judge(paid);
  },
  trial: ({ controls }) => {
    const verdicts = controls.flatMap(({ record, state }) => (state === null ? [] : [byState(record, state.value)]));
    return verdicts.find((verdict) => verdict?.state !== 'violation') ?? verdicts[0] ?? null;
  },
};

/**
 * Judges by the application's state: whether it grants something for each paid session that the application read
 * outside an event handler, and nothing for the sessions that it never read. Null if the state shows no such
 * difference.
 */
function byState(record: ObservedRun, state: unknown): Verdict | null {
  const paid = paidSessions(record).map((each) => {
    const { session, event } = each;
    const items = itemsNaming(state, new Set([session, ...namesIn(event), ...textsIn(event.data)]));
    return { ...each, items, isGranted: items.some(({ value }) => grants(value)) };
  });
  const returned = paid.filter(({ returns }) => returns.length > 0);
  const gone = paid.filter(({ reads, isGranted }) => reads.length === 0 && !isGranted);
  if (returned.length === 0 || gone.length === 0 || !returned.every(({ isGranted }) => isGranted)) return null;
  const findings = gone.map(
    ({ session, event, told }): Finding => ({
      message: `${session} was paid but never read, and the application's entries about it grant nothing. Its entries about each session that it read, as when a buyer returns, do.`,
      where: 'payment.completed',
      adversity: null,
      evidence: evidenceOf({ events: [event], deliveries: told === undefined ? [] : [told] }),
    }),
  );
  const isSure = ({ items, event }: (typeof gone)[number]): boolean => items.length > 0 && !isFollowed(record, event);
  return gone.some(isSure)
    ? violation(findings.filter((_, at) => isSure(gone[at]!)))
    : incomplete(
        'The state of the application does not show whether it granted something for the sessions that were paid but never read',
        'show in the state which order, customer or account each entry belongs to, with an id from the metadata of the session, and what it granted until something else happened',
        findings,
      );
}

/** Whether something else happened later for the buyer of a payment, which may have ended what it granted. */
function isFollowed({ events, requests }: ObservedRun, event: EventView): boolean {
  const { customer_id } = event.data as Record<string, unknown>;
  const names = [...namesIn(event), ...(typeof customer_id === 'string' ? [customer_id] : [])];
  const isAbout = (text: string): boolean => names.some((name) => holds(text, name));
  const later = events.slice(events.indexOf(event) + 1);
  return (
    later.some((other) => other.subject !== event.subject && isAbout(JSON.stringify(other.data))) ||
    requests.some(
      ({ view, at, isAccepted }) =>
        isAccepted && view.method !== 'GET' && at / 1_000 > event.created && isAbout(`${view.path} ${view.body ?? ''}`),
    )
  );
}

/** The metadata texts of an event with which an application can recognize its own buyers and orders. */
const textsIn = (data: unknown): string[] =>
  isObject(data) && isObject(data.metadata)
    ? Object.values(data.metadata).filter((text): text is string => typeof text === 'string' && text.length >= 4)
    : [];

/** A paid session, and the application's calls about it. */
interface Paid {
  readonly session: string;
  readonly event: EventView;
  readonly told: DeliveryView | undefined;
  /** The reads that showed the payment to the application. */
  readonly reads: readonly ObservedRequest[];
  /** Those of the reads that no webhook caused: the buyer may have returned. */
  readonly returns: readonly ObservedRequest[];
  readonly fulfilled: ObservedRequest | undefined;
}

function paidSessions(record: ObservedRun): Paid[] {
  return record.events.flatMap((event): Paid[] => {
    const { checkout_session_id: session, transaction_id } = event.data as Record<string, unknown>;
    if (event.type !== 'payment.completed' || event.unsent === 'history' || typeof session !== 'string') return [];
    const told = record.deliveriesOf(event.id).find(({ attempts }) => attempts.some(isTaken));
    const fulfilled = record
      .of('fulfillments.create')
      .find(({ body, isAccepted }) => isAccepted && body?.transaction_id === transaction_id);
    const reads = [...record.readsOf(session), ...record.readsOf(String(transaction_id))].filter(
      // A list that is read for the books also shows the payment.
      ({ operation }) => operation === 'checkout_sessions.get' || operation === 'transactions.get',
    );
    const handling = trueAttempts(record).filter(({ delivery }) => {
      const other = record.event(delivery.event_id);
      return other?.subject === session || other?.subject === transaction_id;
    });
    // A read before the payment does not mean that the buyer returned after paying.
    const paidAt = event.created;
    const returns = reads.filter(
      (asked) => asked.at / 1_000 >= paidAt && !handling.some(({ attempt }) => isHandling(attempt, asked)),
    );
    return [{ session, event, told, reads, returns, fulfilled }];
  });
}

function judge(paid: readonly Paid[]): Verdict {
  const done = paid.filter(({ fulfilled }) => fulfilled !== undefined);
  const [first] = done;
  if (first === undefined) {
    return incomplete(
      'The emulator sees no action of the application for paid sessions',
      'have the application create a fulfillment for each paid order (POST /fulfillments); its own state does not show who returned',
    );
  }
  const onReturn = done.filter((each) => isAfterRead(each) && !isHandled(each));
  const forgotten = paid.filter(
    ({ told, returns, fulfilled }) => told !== undefined && returns.length === 0 && fulfilled === undefined,
  );
  if (onReturn.length === done.length) {
    if (forgotten.length > 0) return violation(forgotten.map((each) => findingOf(each, first)));
    return incomplete(
      'The application read every paid session before it fulfilled the order, as when a buyer returns',
      'pay a session and do not return to the application',
    );
  }
  if (forgotten.length === 0) return pass;
  return incomplete(
    'A paid session was fulfilled while its event was handled, and another was not fulfilled at all',
    'check whether the other session must be fulfilled too, and let the scenario wait until it is',
    forgotten.map((each) => findingOf(each, done.find((other) => !onReturn.includes(other)) ?? first)),
  );
}

/** The finding that a session has no fulfillment, compared with another session that has one. */
function findingOf({ session, event, told }: Paid, { session: other, returns, fulfilled }: Paid): Finding {
  const [read] = returns;
  const how = read === undefined ? 'while its event was handled' : 'after the application had read it';
  return {
    message: `${session} was paid and its payment.completed was answered 2xx, but the order was not fulfilled; ${other} was fulfilled ${how}.`,
    where: 'payment.completed',
    adversity: null,
    evidence: evidenceOf({
      events: [event],
      deliveries: told === undefined ? [] : [told],
      requests: [read, fulfilled].filter((asked) => asked !== undefined),
    }),
  };
}

/** Whether the application read the session shortly before, as a return page does. */
const isAfterRead = ({ returns, fulfilled }: Paid): boolean =>
  returns.some(({ received }) => received < fulfilled!.received && fulfilled!.received - received < soon);

/**
 * Whether the order was fulfilled while the payment's event was handled. If the session was read earlier, the buyer
 * may have returned at that moment, so the handler itself must also have read it.
 */
const isHandled = ({ told, reads, fulfilled }: Paid): boolean =>
  told?.attempts.some((attempt) => {
    const isInside = (asked: ObservedRequest) => isHandling(attempt, asked);
    return isInside(fulfilled!) && (reads.some(isInside) || reads.every(({ received }) => received >= attempt.sent!));
  }) === true;

/** Whether a call started and ended while a delivery waited for its response. */
const isHandling = (attempt: TrueAttempt['attempt'], { received, answered }: ObservedRequest): boolean =>
  wasOpen(attempt, received, answered);
