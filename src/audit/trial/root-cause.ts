import { wasOpen } from '../observed/deliveries.ts';
import type { DeliveryView, ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import type { TrialRun } from './trial-result.ts';

/** The decisive difference, and the events before it. Its consequences are only counted. */

type Attempt = DeliveryView['attempts'][number];

interface Led {
  readonly delivery: DeliveryView;
  readonly attempt: Attempt;
}

/** The effect of a fault on an attempt, worded to precede the type of its event. */
const made: Readonly<Record<string, string>> = {
  duplicate: 'the second copy of',
  reorder: 'the overtaken',
  delay: 'the late',
  forged: 'the forged copy of',
  lost: 'the lost',
};

/** The write that was made too often; null if there is none. */
function surplusOf({ effects }: TrialRun): ObservedRequest | null {
  const [first] = effects.more;
  return first === undefined ? null : first.effects.at(-first.count)!.asked;
}

/** The attempt that most likely led to a request: it was open then or shortly before, and is about the same object. */
function ledTo(record: ObservedRun, asked: ObservedRequest, deliveries: readonly DeliveryView[]): Led | null {
  const text = `${asked.view.path} ${asked.view.body ?? ''}`;
  let best: (Led & { readonly weight: number }) | null = null;
  for (const delivery of deliveries) {
    const event = record.event(delivery.event_id);
    const ids = [event?.subject, ...Object.values((event?.data ?? {}) as object)];
    const isAbout = ids.some((id) => typeof id === 'string' && id.length > 6 && text.includes(id));
    for (const attempt of delivery.attempts) {
      if (attempt.sent === undefined || attempt.sent > asked.received) continue;
      const weight = (isAbout ? 2 : 0) + (wasOpen(attempt, asked.received) ? 1 : 0);
      const isBetter = best === null || weight > best.weight;
      if (isBetter || (weight === best!.weight && attempt.sent >= (best!.attempt.sent ?? 0))) {
        best = { delivery, attempt, weight };
      }
    }
  }
  return best;
}

/** The attempt that the adversity itself changed: a copy rather than its original. */
const actedOn = (deliveries: readonly DeliveryView[]): Led | null => {
  const all = deliveries.flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })));
  return all.find(({ attempt }) => attempt.audit !== undefined) ?? all[0] ?? null;
};

/** The cause of a difference, and a sentence that leads from the cause to the difference. */
interface RootCause {
  readonly delivery: DeliveryView | null;
  /** `The second copy of payment.completed evt_1, answered 200 after 12 ms, then POST /api/v1/fulfillments.` */
  readonly sentence: string;
}

/** @param deliveries the deliveries that the adversity changed */
export function rootCauseOf(trialRun: TrialRun, deliveries: readonly DeliveryView[]): RootCause {
  const { record } = trialRun.run;
  const request = surplusOf(trialRun);
  const led = request === null ? actedOn(deliveries) : (ledTo(record, request, deliveries) ?? actedOn(deliveries));
  if (led === null) return { delivery: null, sentence: '' };
  const { delivery, attempt } = led;
  const name =
    made[attempt.fault ?? ''] ?? (attempt.number > 1 ? `attempt ${attempt.number} at` : 'the first attempt at');
  const answer =
    attempt.status === null
      ? `which got no response (${attempt.error})`
      : `answered ${attempt.status} after ${Math.round(attempt.latency_ms)} ms`;
  const then = request === null ? '' : `, then ${request.view.method} ${request.path} ${request.id}`;
  return {
    delivery,
    sentence: `First: ${name} ${delivery.event_type} ${delivery.event_id}, ${answer}${then}.`,
  };
}
