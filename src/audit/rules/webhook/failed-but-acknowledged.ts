import { firstIndex } from '../../../core/base/binary-search.ts';
import { isTaken, type TrueAttempt, trueAttempts, wasOpen } from '../../observed/deliveries.ts';
import { evidenceOf, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { purposeOf, referenceOf } from '../../observed/same-request.ts';
import { isAlsoMadeByOthers, isCallOfHandler, isTraced } from '../../observed/whose-call.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { underFailedCalls } from '../../trial/trial-parts.ts';

/** The longest time that a delivery stays open, in milliseconds. */
const longestOpen = 11_000;
/** How long an application has for its own retry before this rule reports it, in real and emulated milliseconds. */
const patience = { real: 60_000, emulated: 40 * 60_000 };

export const failedButAcknowledged: Rule = {
  id: 'webhook/failed-but-acknowledged',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong: "One of the application's own calls failed while it handled an event, but it answered 2xx.",
  why: 'A 2xx means that the event was handled: it is never sent again, and the work is never done.',
  fix: ({ handler, call }) =>
    `In ${handler}, answer 500 if ${call} fails, so that the event is sent again; or store the event first, answer 200, and repeat the work from the stored event until it succeeds.`,
  source: 'Only deliveries that are not answered 2xx are sent again (specification, "Delivery" 1 and 3).',
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
      // If one of several possible deliveries was refused, the platform sends it again.
      const [first] = during;
      const isRefused = during.some(({ attempt }) => !isTaken(attempt));
      return first === undefined ? [] : [{ asked, during: first, isRefused }];
    });
    if (handled.length === 0) {
      return inapplicable(
        'No call of the application failed while it handled an event',
        'run npx payments-emulator faults add status --status 500 --on OPERATION --times 1, with an operation that the handler calls',
      );
    }
    const dropped = handled.filter(({ asked, isRefused }) => !isRefused && !isMadeAgain(record, asked));
    if (dropped.length === 0) return pass;
    const findings = dropped.map(
      ({ asked, during: { delivery, attempt } }): Finding => ({
        message: `${asked.view.method} ${asked.path} failed (${asked.status === 0 ? 'connection cut' : asked.status}) while the application handled ${delivery.event_type}, which it answered ${attempt.status}; it did not repeat the call.`,
        where: delivery.event_type,
        adversity: null,
        callOf: delivery.event_type,
        evidence: evidenceOf({ requests: [asked], deliveries: [delivery] }),
      }),
    );
    const { real_now, ended } = record.view;
    // In a removed workspace, the application could not repeat the call, however far the clock had advanced.
    const isOver = ({ asked }: { asked: ObservedRequest }) =>
      real_now - asked.answered > patience.real || (ended === null && record.now - asked.at > patience.emulated);
    if (dropped.some(isOver)) return violation(findings.filter((_, at) => isOver(dropped[at]!)));
    if (ended !== null) {
      return incomplete(
        'A call failed while an event was handled, and the workspace was removed or reset before the application could repeat the call',
        'have the test wait until the application has repeated the call',
        findings,
      );
    }
    return incomplete(
      'A call failed while an event was handled, and the application may still repeat the call',
      'wait a minute, or run npx payments-emulator clock advance 45m, and audit again',
      findings,
    );
  },
};

/** The deliveries whose handler may have made a failed call. */
function handledDuring(record: ObservedRun, open: readonly TrueAttempt[], asked: ObservedRequest): TrueAttempt[] {
  const first = firstIndex(open.length, (at) => open[at]!.attempt.sent! >= asked.received - longestOpen);
  const end = firstIndex(open.length, (at) => open[at]!.attempt.sent! > asked.received);
  const near = open.slice(first, end);
  const owners = near.filter((each) => isCallOfHandler(record, asked, each));
  if (owners.length > 0 && (isTraced(record) || !isAlsoMadeByOthers(record, asked))) return owners;
  // Only a comparison with a run without the delivery shows whose call a refused call about something else is.
  const isMarked = asked.view.audit === 'answer-failed' && !isTraced(record);
  return isMarked ? near.filter(({ attempt }) => wasOpen(attempt, asked.received, asked.answered)) : [];
}

/** Whether the same operation was called later for the same purpose, with a known outcome. */
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

/** Whether both requests have the same reference. Two requests without a reference do not count. */
const isSameReference = (one: ObservedRequest, other: ObservedRequest): boolean =>
  referenceOf(one) !== null && referenceOf(one) === referenceOf(other);
