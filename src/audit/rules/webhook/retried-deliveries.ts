import { isTaken, isTimeout, isUnaltered, wasOpen } from '../../observed/deliveries.ts';
import type { DeliveryView, EventView, ObservedRequest } from '../../observed/observed-run.ts';
import { purposeOf } from '../../observed/same-request.ts';
import { inapplicable, type Verdict } from '../../rule.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

type Attempt = DeliveryView['attempts'][number];

/** A delivery that the application itself did not accept, and that it accepted when it was sent again. */
export interface RetriedDelivery {
  readonly delivery: DeliveryView;
  readonly event: EventView;
  readonly refused: Attempt;
  readonly accepted: Attempt;
  /** The calls that an adversity made fail during the refused attempt. */
  readonly calls: readonly ObservedRequest[];
}

export function retriedDeliveries({ run: { record }, adversity }: TrialRun): RetriedDelivery[] {
  return record.deliveries.flatMap((delivery) => {
    const attempts = delivery.attempts.filter(isUnaltered);
    const refused = attempts.find((each) => !isTaken(each));
    const accepted = attempts.findLast(
      (each) => refused !== undefined && isTaken(each) && (each.sent ?? 0) > (refused.sent ?? 0),
    );
    const event = record.event(delivery.event_id);
    if (refused === undefined || accepted === undefined || event === undefined) return [];
    const calls = record.requests.filter(
      (asked) => asked.view.audit === adversity.name && wasOpen(refused, asked.received),
    );
    // An attempt without an answer may never have reached the application, unless it called the API.
    const isHandled = refused.status !== null || isTimeout(refused) || calls.length > 0;
    return isHandled ? [{ delivery, event, refused, accepted, calls }] : [];
  });
}

/** Whether the same call was repeated later and accepted. */
export const isMadeAgain = ({ run: { record } }: TrialRun, call: ObservedRequest): boolean =>
  record.requests.some((later) => later.index > call.index && later.isAccepted && purposeOf(call) === purposeOf(later));

export const noneRetried = (): Verdict =>
  inapplicable(
    'No event was retried after its handling failed',
    'answer such an event with 5xx; no change is needed if the application repeats its own calls until they succeed',
  );
