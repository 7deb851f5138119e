import { holds } from '../../payments/platform/event-names.ts';
import { wasOpen } from '../observed/deliveries.ts';
import { linkedNames } from '../observed/links.ts';
import type { DeliveryView, ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { decidingOf, textIn } from './difference-text.ts';
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

/** The attempts at deliveries about an object that a text names, those that the adversity itself changed first. */
function attemptsAbout(record: ObservedRun, text: string, deliveries: readonly DeliveryView[]): Led[] {
  const about = deliveries.filter(({ event_id }) => {
    const event = record.event(event_id);
    return event !== undefined && [...linkedNames(record, event)].some((name) => holds(text, name));
  });
  return attemptsAt(about);
}

/** The attempts at deliveries, those that the adversity itself changed first: a copy before its original. */
const attemptsAt = (deliveries: readonly DeliveryView[]): Led[] =>
  deliveries
    .flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })))
    .sort((one, other) => Number(other.attempt.audit !== undefined) - Number(one.attempt.audit !== undefined));

/** The attempt that led to a request: the last one before it about the same object, or else one that was open then. */
function ledTo(record: ObservedRun, asked: ObservedRequest, deliveries: readonly DeliveryView[]): Led | undefined {
  const isBefore = ({ attempt }: Led): boolean => attempt.sent !== undefined && attempt.sent <= asked.received;
  const named = attemptsAbout(record, `${asked.view.path} ${asked.view.body ?? ''}`, deliveries).filter(isBefore);
  const open = attemptsAt(deliveries).filter(({ attempt }) => wasOpen(attempt, asked.received));
  const latest = (all: readonly Led[]) => [...all].sort((one, other) => other.attempt.sent! - one.attempt.sent!)[0];
  return (
    latest(named.filter((each) => open.some(({ attempt }) => attempt === each.attempt))) ??
    latest(named) ??
    latest(open)
  );
}

/**
 * The attempts about the object of the difference that decides, one for each delivery: those that the adversity itself
 * changed, if there are any. Without a difference that names them, there are none.
 */
function ledToState(record: ObservedRun, state: TrialRun['state'], deliveries: readonly DeliveryView[]): Led[] {
  const deciding = decidingOf(state ?? []);
  const about = deciding === undefined ? [] : attemptsAbout(record, textIn(deciding), deliveries);
  const changed = about.filter(({ attempt }) => attempt.audit !== undefined);
  const all = changed.length > 0 ? changed : about;
  return all.filter(({ delivery }, at) => all.findIndex((other) => other.delivery === delivery) === at);
}

/** The cause of a difference, and a sentence that leads from the cause to the difference. */
interface RootCause {
  /** The delivery that led to the difference; or those that could have; or the first one that the adversity changed. */
  readonly deliveries: readonly DeliveryView[];
  /** Empty if several deliveries could have led to the difference: `The second copy of payment.completed evt_1, answered 200 after 12 ms, then POST /api/v1/fulfillments.` */
  readonly sentence: string;
}

/**
 * The cause is the only delivery that the adversity changed, or the one about the object that the difference names.
 * @param deliveries the deliveries that the adversity changed
 */
export function rootCauseOf(trialRun: TrialRun, deliveries: readonly DeliveryView[]): RootCause {
  const { record } = trialRun.run;
  const request = surplusOf(trialRun);
  const [first] = attemptsAt(deliveries);
  const named =
    request === null
      ? ledToState(record, trialRun.state, deliveries)
      : [ledTo(record, request, deliveries)].filter((led) => led !== undefined);
  // Without a cause, the first delivery is an example of what the adversity did.
  const [led, ...others] = named.length > 0 || first === undefined ? named : [first];
  const isSure = others.length === 0 && (named.length > 0 || deliveries.length === 1);
  if (led === undefined || !isSure) {
    return { deliveries: [led, ...others].flatMap((each) => each?.delivery ?? []), sentence: '' };
  }
  const { delivery, attempt } = led;
  const name =
    made[attempt.fault ?? ''] ?? (attempt.number > 1 ? `attempt ${attempt.number} at` : 'the first attempt at');
  const answer =
    attempt.status === null
      ? `which got no response (${attempt.error})`
      : `answered ${attempt.status} after ${Math.round(attempt.latency_ms)} ms`;
  const then = request === null ? '' : `, then ${request.view.method} ${request.path} ${request.id}`;
  return {
    deliveries: [delivery],
    sentence: `First: ${name} ${delivery.event_type} ${delivery.event_id}, ${answer}${then}.`,
  };
}
