import { wasOpen } from '../../observed/deliveries.ts';
import type { DeliveryView, ObservedRequest } from '../../observed/observed-run.ts';
import { purposeOf } from '../../observed/same-request.ts';
import { inapplicable, type Verdict } from '../../rule.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

/** A delivery that the application refused because a call of its handler failed, and that it accepted on a retry. */
export interface RetriedDelivery {
  readonly delivery: DeliveryView;
  /** The calls that an adversity made fail during the first attempt. */
  readonly calls: readonly ObservedRequest[];
}

export function retriedDeliveries({ run: { record }, adversity }: TrialRun): RetriedDelivery[] {
  return record.deliveries.flatMap((delivery) => {
    const [first, ...others] = delivery.attempts;
    const isAccepted = others.some(({ status }) => status !== null && status < 300);
    // The application refused the delivery, or cut the connection.
    const isRefused = first !== undefined && first.fault === null && (first.status === null || first.status >= 300);
    if (!isRefused || !isAccepted) return [];
    const calls = record.requests.filter(
      (asked) => asked.view.audit === adversity.name && wasOpen(first, asked.received),
    );
    return calls.length === 0 ? [] : [{ delivery, calls }];
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
