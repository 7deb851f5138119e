import { isUnaltered, isUnmodified, type TrueAttempt, trueAttempts, wasOpen } from '../observed/deliveries.ts';
import { linkedNames } from '../observed/links.ts';
import type { DeliveryView, ObservedRequest } from '../observed/observed-run.ts';
import { isOfScenario } from '../observed/scenario-requests.ts';
import type { TrialRun } from '../trial/trial-result.ts';
import { markedAttempts } from './adversity-marks.ts';

/*
 * An adversity may be meant for something else, and still show how an application answers valid events about its own
 * objects: a refund, a late event, a second copy. What the adversity itself brings about in an answer does not count.
 */

/**
 * The unmodified attempts at events about objects of the application, without those during which the adversity changed
 * a call.
 * @param isChange whether a call that bears the mark of the adversity was changed
 */
export function ownAnswers(
  { run: { record, restarted }, adversity: { name } }: TrialRun,
  isChange: (asked: ObservedRequest) => boolean = () => true,
): TrueAttempt[] {
  const changed = record.requests.filter((asked) => asked.view.audit === name && isChange(asked));
  const known = new Set(
    record.requests.flatMap((asked) => {
      const id = asked.isAccepted && !isOfScenario(record, asked) ? asked.object?.id : undefined;
      return typeof id === 'string' ? [id] : [];
    }),
  );
  const isKnown = ({ event_id }: DeliveryView): boolean => {
    const event = record.event(event_id);
    return event !== undefined && [...linkedNames(record, event)].some((each) => known.has(each));
  };
  return trueAttempts(record).filter(
    ({ delivery, attempt }) =>
      !restarted &&
      isUnmodified(attempt) &&
      !changed.some(({ received }) => wasOpen(attempt, received)) &&
      isKnown(delivery),
  );
}

/**
 * Whether the adversity may have left the application without what it needs to handle a delivery: calls failed, or
 * another event about the object did not arrive.
 */
export function isDisturbed({ run: { record }, adversity: { name }, armament }: TrialRun, delivery: DeliveryView) {
  const { faults = [] } = armament;
  if (faults.some(({ on, kind }) => on !== 'delivery' && kind !== 'before_answer')) return true;
  const event = record.event(delivery.event_id);
  const names = event === undefined ? new Set<string>() : linkedNames(record, event);
  return record.deliveries.some(
    (other) =>
      other !== delivery &&
      names.has(record.event(other.event_id)?.subject ?? '') &&
      markedAttempts(other, name).some((attempt) => !isUnaltered(attempt) && attempt.forgery === undefined),
  );
}
