import { isObject } from '../../../core/base/json-values.ts';
import { markedAttempts } from '../../adversities/adversity-marks.ts';
import { waitEndingEvents } from '../../adversities/fault-plans.ts';
import type { DeliveryView, EventView, ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import {
  byComparison,
  endOf,
  findingOf,
  giveState,
  keepUp,
  noOccasion,
  overRuns,
  typesOf,
} from '../../trial/judge-run.ts';
import { hasPassed, type TrialRun } from '../../trial/trial-result.ts';

export const neverReconciled: Rule = {
  id: 'webhook/never-reconciled',
  level: 'warning',
  ways: ['trial'],
  wrong: 'If an event never arrives, the application never catches up by reading the API.',
  why: 'An outage of half an hour loses events for good. A paid order then stays open until a customer complains.',
  mend: 'Regularly look for orders that have been open too long, and read their state from the API.',
  says: 'There are 3 attempts in all; after the third, the platform sends nothing more (specification, "Delivery" 3).',
  splitsByKind: true,
  trial: (trial) => overRuns(trial, ['webhook-lost'], judge),
};

function judge(trialRun: TrialRun): Verdict {
  const { run, effects, state } = trialRun;
  const { record } = run;
  const lost = record.deliveries
    .filter((delivery) => markedAttempts(delivery, trialRun.adversity.name).length > 0)
    .flatMap((delivery) => {
      const event = record.event(delivery.event_id);
      return event === undefined ? [] : [{ delivery, event, read: readsAfter(record, delivery, event) }];
    });
  if (lost.length === 0) return noOccasion(trialRun);
  const differs = (state ?? []).length > 0 || effects.less.length > 0;
  const unread = lost.filter(({ read }) => read.length === 0);
  const names = typesOf(lost.map(({ delivery }) => delivery));
  const [were, them] = names.includes(',') ? ['were', 'them'] : ['was', 'it'];
  if (hasPassed(trialRun) && !differs) {
    return state !== null || unread.length === 0
      ? pass
      : incomplete(`The audit cannot see whether the application noticed that ${names} ${were} lost`, giveState);
  }
  const [first] = unread.length > 0 ? unread : lost;
  const { delivery, event } = first!;
  const found = (message: string) =>
    findingOf(trialRun, event.type, message, { deliveries: [delivery], requests: first!.read });
  const ended = hasPassed(trialRun) ? '' : ` The scenario ${endOf(trialRun)}.`;
  if (unread.length === 0) {
    const readAt = Math.min(...first!.read.map(({ answered }) => answered));
    // If the application read the change long ago and has not acted, it never will.
    if (effects.less.length > 0 && run.endedAt - readAt > patience) {
      return byComparison([
        found(
          `${event.type} of ${event.subject} was lost; the application read the object afterwards, but did not act on it.${ended}`,
        ),
      ]);
    }
    return incomplete(
      `${names} ${were} lost; the application read the objects afterwards, but something differs`,
      'look at the difference below, and check whether the application acts on what it reads',
      [found(`${event.type} of ${event.subject} was lost.${ended}`)],
    );
  }
  if (!unread.some(({ event: { type } }) => waitEndingEvents.test(type))) {
    return incomplete(
      `${names} ${were} lost, and the application did not ask for ${them}; perhaps nothing else depends on ${them}`,
      'look at the difference below, and check whether the application catches up later',
      [found(`${names} ${were} lost.${ended}`)],
    );
  }
  const since = Math.max(...unread.map((each) => each.delivery.attempts[0]?.sent ?? 0));
  if (!hasPassed(trialRun) && run.endedAt - since < patience) {
    return incomplete(
      `The scenario ended only ${((run.endedAt - since) / 1_000).toFixed(1)} s after ${names} ${were} lost`,
      'let the scenario run the job that looks for open orders, or wait for it',
      [found(`${event.type} of ${event.subject} was lost.${ended}`)],
    );
  }
  if (!hasPassed(trialRun) && !run.outlived) {
    return incomplete(
      `The application ended with the command after ${names} ${were} lost, so the audit cannot tell whether it would have checked later`,
      keepUp,
      [found(`${event.type} of ${event.subject} was lost.${ended}`)],
    );
  }
  return byComparison([
    found(
      `${event.type} of ${event.subject} was lost, and the application did not ask the API for it afterwards.${ended}`,
    ),
  ]);
}

/** How long a scenario must have waited for an application's own check, in milliseconds. */
const patience = 4_000;

/** The reads of a lost event's object after the change. */
function readsAfter(record: ObservedRun, delivery: DeliveryView, event: EventView): ObservedRequest[] {
  const since = delivery.attempts[0]?.sent ?? 0;
  const happenedAt = Math.max(
    since,
    ...record.requests.filter(({ id }) => id === event.cause.id).map(({ answered }) => answered),
  );
  // A read before the settlement does not show the change.
  const tells = (object: unknown): boolean =>
    !isObject(object) || object.id !== event.subject || object.status === event.change.to;
  return record.readsOf(event.subject).filter(({ received, object }) => received > happenedAt && tells(object));
}
