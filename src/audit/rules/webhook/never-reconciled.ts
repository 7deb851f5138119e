import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import { markedAttempts } from '../../adversities/adversity-marks.ts';
import { waitEndingEvents } from '../../adversities/fault-plans.ts';
import { linkedNames } from '../../observed/links.ts';
import type { DeliveryView, EventView, ObservedRequest } from '../../observed/observed-run.ts';
import { isOfApplication, readsByApplication } from '../../observed/scenario-requests.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { isForAnswer } from '../../trial/copies.ts';
import { differenceText, textIn } from '../../trial/difference-text.ts';
import {
  byComparison,
  cannotSee,
  endOf,
  findingOf,
  firstVerdict,
  type Judge,
  keepUp,
  noOccasion,
  overRuns,
  typesOf,
} from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import { hasPassed, type TrialRun } from '../../trial/trial-result.ts';

export const neverReconciled: Rule = {
  id: 'webhook/never-reconciled',
  // Nobody can see that an application never looks: its job may run every hour of the machine's clock.
  level: 'note',
  ways: ['trial'],
  wrong: 'An event never arrived, and the application was not seen to catch up by reading the API.',
  why: 'An outage of half an hour loses events for good. A paid order then stays open until a customer complains.',
  fix: ({ event, handler }) =>
    `Add a job that regularly looks for what waits too long for ${event}, reads its state from the API, and handles it as ${handler} does. If a job already does this less often than the audit waits, let the scenario run it.`,
  source:
    'There are 3 attempts in all; after the third, the platform sends nothing more (specification, "Delivery" 3).',
  splitsByKind: true,
  trial: (trial) => overRuns(trial, ['webhook-lost'], judge),
};

/** An event that never arrived, and the reads of its object afterwards. */
interface Loss {
  readonly delivery: DeliveryView;
  readonly event: EventView;
  readonly read: readonly ObservedRequest[];
  /** Whether the application made one of them for certain: after the command, only the application is left. */
  readonly isCertain: boolean;
}

/** What the judges share. */
interface Lost extends TrialRun {
  readonly lost: readonly Loss[];
  readonly unread: readonly Loss[];
  /** The event that decides. */
  readonly first: Loss;
  /** Whether anything but the end of the scenario is different. */
  readonly differs: boolean;
  /** `payment.completed was`, `payment.completed, payout.paid were` */
  readonly were: string;
  readonly them: string;
}

function judge(trialRun: TrialRun): Verdict {
  const { record } = trialRun.run;
  const lost = record.deliveries
    .filter((delivery) => markedAttempts(delivery, trialRun.adversity.name).length > 0)
    .flatMap((delivery): Loss[] => {
      const event = record.event(delivery.event_id);
      if (event === undefined) return [];
      const read = readsAfter(trialRun.run, delivery, event);
      const isCertain = read.some((each) => each.received > trialRun.run.endedAt || isOfApplication(record, each));
      return [{ delivery, event, read, isCertain }];
    });
  const unread = lost.filter(({ read }) => read.length === 0);
  const [first] = unread.length > 0 ? unread : lost;
  if (first === undefined) return noOccasion(trialRun);
  const names = typesOf(lost.map(({ delivery }) => delivery));
  const differs = (trialRun.state ?? []).length > 0 || trialRun.effects.less.length > 0;
  const [were, them] = names.includes(',') ? [`${names} were`, 'them'] : [`${names} was`, 'it'];
  return firstVerdict(judges, { ...trialRun, lost, unread, first, differs, were, them });
}

/**
 * The difference that names the object of a lost event. Without such a difference, any difference of a whole scenario:
 * a scenario that failed early lacks all that comes later.
 */
function differenceAbout(of: Lost, event: EventView): string {
  const names = [...linkedNames(of.run.record, event)];
  const about = (of.state ?? []).filter((each) => names.some((name) => holds(textIn(each), name)));
  if (about.length > 0) return differenceText({ ...of, state: about });
  return hasPassed(of) ? differenceText(of) : '';
}

/** @param also the end of the sentence about the lost event */
function foundIn(of: Lost, also = ''): Finding {
  const { event, delivery, read } = of.first;
  const ended = hasPassed(of) ? '' : ` The scenario ${endOf(of)}.`;
  const message = `${differenceAbout(of, event)} ${event.type} of ${event.subject} was lost${also}.${ended}`.trim();
  return findingOf(of, event.type, message, { deliveries: [delivery], requests: read });
}

const judges: readonly Judge<Lost>[] = [
  (of) => (!of.differs && of.state !== null && (hasPassed(of) || hasCaughtUp(of)) ? pass : null),
  (of) =>
    of.unread.length > 0 || of.lost.every(({ isCertain }) => isCertain)
      ? null
      : incomplete(
          `${of.were} lost, and the audit cannot tell whether the application or the scenario read ${of.them} from the API`,
          'start the application with --serve, apart from the tests, or have the scenario ask the application instead of the API',
          [foundIn(of)],
        ),
  (of) => {
    if (of.differs || !hasPassed(of)) return null;
    return of.lost.every(({ isCertain }) => isCertain)
      ? pass
      : cannotSee(of, `whether the application noticed that ${of.were} lost`);
  },
  (of) => {
    if (of.unread.length > 0) return null;
    const readAt = Math.min(...of.first.read.map(({ answered }) => answered));
    // If the application read the change long ago and has not acted, it never will.
    return of.effects.less.length > 0 && of.run.endedAt - readAt > patience
      ? byComparison([foundIn(of, '; the application read the object afterwards, but did not act on it')])
      : incomplete(
          `${of.were} lost; the application read the objects afterwards, but something differs`,
          'check whether the application acts on what it reads',
          [foundIn(of)],
        );
  },
  (of) =>
    of.unread.some(({ event: { type } }) => waitEndingEvents.test(type))
      ? null
      : incomplete(
          `${of.were} lost, and the application did not ask for ${of.them}; perhaps nothing else depends on ${of.them}`,
          'check whether the application catches up later',
          [foundIn(of)],
        ),
  (of) =>
    hasPassed(of) || watchedFor(of) >= patience
      ? null
      : incomplete(
          `The scenario ended only ${(watchedFor(of) / 1_000).toFixed(1)} s after ${of.were} lost`,
          `let the scenario run the job that looks for open orders, or wait for it; or ${keepUp}`,
          [foundIn(of)],
        ),
  (of) =>
    hasPassed(of) || of.run.outlived
      ? null
      : incomplete(
          `The application ended with the command after ${of.were} lost, so the audit cannot tell whether it would have checked later`,
          keepUp,
          [foundIn(of)],
        ),
  // A test may expect the event itself, which the application does not need.
  (of) =>
    of.differs || of.state === null
      ? null
      : incomplete(
          `The scenario failed after ${of.were} lost, but the state of the application is the same as when the event arrives`,
          'check whether a test waits for the event itself, and show in the state what the event changes',
          [foundIn(of)],
        ),
  (of) => byComparison([foundIn(of, `, and the application did not ask the API for it afterwards${within(of)}`)]),
];

/** Whether the application read all that it was not told, and a scenario that failed had only asked too early. */
const hasCaughtUp = ({ lost, run }: Lost): boolean => lost.every(({ isCertain }) => isCertain) && run.outlived;

/** How long a scenario must have waited for an application's own check, in milliseconds. */
const patience = 4_000;

/** How long the application had to find out by itself, in milliseconds. */
function watchedFor({ run, unread }: Lost): number {
  const since = Math.max(...unread.map(({ delivery }) => delivery.attempts[0]?.sent ?? 0));
  return run.endedAt + (run.watched ?? 0) - since;
}

/** How long the audit waited, if it did. */
const within = (of: Lost): string =>
  of.run.watched === undefined
    ? ''
    : `, within ${Math.round(watchedFor(of) / 1_000)} s in which the clock moved forward an hour`;

/**
 * The reads of a lost event's object after the change. What the application reads while the audit asks for its state
 * answers the audit, and is no check of its own.
 */
function readsAfter({ record, asked = [] }: Run, delivery: DeliveryView, event: EventView): ObservedRequest[] {
  const since = delivery.attempts[0]?.sent ?? 0;
  const happenedAt = Math.max(
    since,
    ...record.requests.filter(({ id }) => id === event.cause.id).map(({ answered }) => answered),
  );
  // A read before the settlement does not show the change.
  const tells = (object: unknown): boolean =>
    !isObject(object) || object.id !== event.subject || object.status === event.change.to;
  return readsByApplication(record, event.subject).filter(
    (read) => read.received > happenedAt && tells(read.object) && !asked.some((time) => isForAnswer(read, time)),
  );
}
