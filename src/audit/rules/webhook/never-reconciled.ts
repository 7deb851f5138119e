import { isObject } from '../../record.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import {
  byComparison,
  endOf,
  findingOf,
  giveState,
  noOccasion,
  overRuns,
  passed,
  type TrialRun,
} from '../../trial-facts.ts';

export const neverReconciled: Rule = {
  id: 'webhook/never-reconciled',
  level: 'warning',
  ways: ['trial'],
  wrong: 'An event that never arrives is never made up for by reading the API.',
  why: 'An outage of half an hour loses events for good: what is paid stays open until a customer complains.',
  mend: 'Look regularly for what has been open for too long, and read its state from the API.',
  says: 'There are 3 attempts in all; after the third nothing comes any more (specification, "Delivery" 3).',
  trial: (trial) => overRuns(trial, ['webhook-lost'], judge),
};

function judge(trialRun: TrialRun): Verdict {
  const { run, effects, state } = trialRun;
  const { record } = run;
  const lost = record.deliveries.filter(({ attempts }) => attempts.some(({ fault }) => fault === 'lost'));
  const [delivery] = lost;
  const event = delivery === undefined ? undefined : record.event(delivery.event_id);
  if (delivery === undefined || event === undefined) return noOccasion(trialRun);
  const since = delivery.attempts[0]?.sent ?? 0;
  const happenedAt = Math.max(
    since,
    ...record.requests.filter(({ id }) => id === event.cause.id).map(({ answered }) => answered),
  );
  // What was read before the platform had settled it tells nothing of it.
  const tells = (object: unknown): boolean =>
    !isObject(object) || object.id !== event.subject || object.status === event.change.to;
  const read = record.readsOf(event.subject).filter(({ received, object }) => received > happenedAt && tells(object));
  const differs = (state ?? []).length > 0 || effects.less.length > 0;
  if (passed(trialRun) && !differs && (state !== null || read.length > 0)) return pass;
  if (read.length > 0) {
    return incomplete(
      `${event.type} was lost, and ${event.subject} was read afterwards, but something is different`,
      'look at the difference below: does the application make up for what it reads?',
      [
        findingOf(trialRun, event.type, `${event.type} of ${event.subject} was lost.`, {
          deliveries: lost,
          requests: read,
        }),
      ],
    );
  }
  if (passed(trialRun) && !differs) {
    return incomplete('Nothing shows whether the application noticed that an event was lost', giveState);
  }
  const ended = passed(trialRun) ? '' : ` The scenario ${endOf(trialRun)}.`;
  return byComparison([
    findingOf(
      trialRun,
      event.type,
      `${event.type} of ${event.subject} was lost, and nothing asked the API for it afterwards.${ended}`,
      { deliveries: lost },
    ),
  ]);
}
