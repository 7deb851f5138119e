import { firstIndex } from '../../../core/base/binary-search.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import { namesIn, type TrueAttempt, trueAttempts, wasOpen } from '../../observed/deliveries.ts';
import { type EventView, evidenceOf, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { purposeOf, referenceOf } from '../../observed/same-request.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { underFailedCalls } from '../../trial/trial-parts.ts';

/** The longest time that a delivery is open, in milliseconds. */
const longestOpen = 11_000;
/** How long an application has for its own retry before this rule reports: real and emulated milliseconds. */
const patience = { real: 60_000, emulated: 40 * 60_000 };

export const failedButAcknowledged: Rule = {
  id: 'webhook/failed-but-acknowledged',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong: "The application's own call failed while it handled an event, and it answered 2xx.",
  why: 'A 2xx says that the event was taken care of: it is never sent again, and what it asked for is never done.',
  mend: 'Answer 500 if the work failed, so that the event is sent again; or store the event first, answer 200, and repeat the work from there until it is done.',
  says: 'Only what is not answered 2xx is delivered again (specification, "Delivery" 1 and 3).',
  trial: (trial) => underFailedCalls(trial, failedButAcknowledged),
  lint: (record) => {
    const open = trueAttempts(record)
      .filter(({ attempt }) => attempt.sent !== undefined)
      .sort((one, other) => one.attempt.sent! - other.attempt.sent!);
    const failed = record.requests.filter(
      (asked) => (asked.isUnknown || asked.status === 429) && asked.operation !== null,
    );
    const handled = failed.flatMap((asked) => {
      const during = handledDuring(record, open, asked);
      // If one of several possible deliveries was refused, it will be sent again.
      const [first] = during;
      const isRefused = during.some(({ attempt }) => !isAcknowledged(attempt.status));
      return first === undefined ? [] : [{ asked, during: first, isRefused }];
    });
    if (handled.length === 0) {
      return inapplicable(
        'No call of the application failed while it handled an event',
        'npx payments-emulator faults add status --status 500 --on OPERATION --times 1, with an operation that the handler calls',
      );
    }
    const dropped = handled.filter(({ asked, isRefused }) => !isRefused && !isMadeAgain(record, asked));
    if (dropped.length === 0) return pass;
    const findings = dropped.map(
      ({ asked, during: { delivery, attempt } }): Finding => ({
        message: `${asked.view.method} ${asked.path} failed (${asked.status === 0 ? 'connection cut' : asked.status}) while ${delivery.event_type} was handled, which was answered ${attempt.status}; the call was not made again.`,
        where: delivery.event_type,
        adversity: null,
        evidence: evidenceOf({ requests: [asked], deliveries: [delivery] }),
      }),
    );
    const { real_now, ended } = record.view;
    // A removed workspace allowed no repetition, however far its clock had advanced.
    const isOver = ({ asked }: { asked: ObservedRequest }) =>
      real_now - asked.answered > patience.real || (ended === null && record.now - asked.at > patience.emulated);
    if (dropped.some(isOver)) return violation(findings.filter((_, at) => isOver(dropped[at]!)));
    if (ended !== null) {
      return incomplete(
        'A call failed while an event was handled, and the workspace was removed or reset before the application could make it again',
        'let the test wait until the application has made it again, before it ends',
        findings,
      );
    }
    return incomplete(
      'A call failed while an event was handled, and the application may still make it again',
      'give it a minute, or npx payments-emulator clock advance 45m, and ask again',
      findings,
    );
  },
};

const isAcknowledged = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The deliveries that were open while a call about their object failed. */
function handledDuring(record: ObservedRun, open: readonly TrueAttempt[], asked: ObservedRequest): TrueAttempt[] {
  const found: TrueAttempt[] = [];
  const first = firstIndex(open.length, (at) => open[at]!.attempt.sent! >= asked.received - longestOpen);
  for (let at = first; at < open.length && open[at]!.attempt.sent! <= asked.received; at++) {
    const { delivery, attempt } = open[at]!;
    if (!wasOpen(attempt, asked.received, asked.answered)) continue;
    const event = record.event(delivery.event_id);
    if (event === undefined || isOfLike(record, event, asked)) continue;
    const text = `${asked.view.path} ${asked.view.body ?? ''}`;
    const names = [...namesIn(event), ...(asked.view.method === 'GET' ? customerOf(event) : [])];
    // A call with this mark comes from a handler: the emulator lets no other call fail.
    if (asked.view.audit === 'answer-failed' || names.some((name) => holds(text, name))) found.push(open[at]!);
  }
  return found;
}

/**
 * Whether such a call caused an event: after a refund in two parts, the application itself decided on the second call.
 */
const isOfLike = (record: ObservedRun, { cause }: EventView, { operation }: ObservedRequest): boolean => {
  const origin = cause.type === 'job' ? cause.origin : cause;
  return operation !== null && record.of(operation).some(({ id }) => id === origin?.id);
};

/** The customer of an event: the event may cause a read of the customer, but a charge may belong to another order. */
const customerOf = ({ data }: EventView): string[] =>
  isObject(data) && typeof data.customer_id === 'string' ? [data.customer_id] : [];

/** Whether the same operation was called for the same purpose later, whatever its outcome. */
const isMadeAgain = (record: ObservedRun, asked: ObservedRequest): boolean =>
  record
    .of(asked.operation!)
    .some(
      (later) =>
        later.received > asked.answered &&
        later.path === asked.path &&
        (purposeOf(later) === purposeOf(asked) || isSameReference(later, asked)) &&
        !later.isUnknown &&
        later.status !== 429,
    );

/** Whether both requests have the same reference; two requests without a reference do not count. */
const isSameReference = (one: ObservedRequest, other: ObservedRequest): boolean =>
  referenceOf(one) !== null && referenceOf(one) === referenceOf(other);
