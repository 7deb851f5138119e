import { markedAttempts } from '../../adversities/adversity-marks.ts';
import type { DeliveryView } from '../../observed/observed-run.ts';
import { type Preceding, precedingOf } from '../../observed/preceding.ts';
import type { Finding, Rule, Verdict } from '../../rule.ts';
import { combined, judgeRun, overRuns, typesOf } from '../../trial/judge-run.ts';
import { rootCauseOf } from '../../trial/root-cause.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

export const orderAssumed: Rule = {
  id: 'webhook/order-assumed',
  level: 'error',
  ways: ['trial'],
  wrong: 'An older event overwrites the result of a newer one.',
  why: 'A retried event arrives minutes after the event that followed it: a paid order is pending again, or a cancelled order is active again.',
  fix: ({ handler, field }) =>
    `In ${handler}, before you change ${field}, read the object's current state from the API, or check that this change is still valid from the state that you know.`,
  source:
    'A failed delivery is retried after 5 and 30 minutes; later events do not wait for it (specification, "Delivery" 3).',
  needsControlsInOneOrder: true,
  trial: (trial) => {
    const held = { where: 'webhooks', lackTells: false };
    return combined(
      overRuns(trial, ['webhook-swapped'], (run) =>
        judgeRun(run, {
          ...held,
          message: () => 'Events arrived in another order, or late, and the application ended in a different state.',
          scenarioTells: true,
        }),
      ),
      overRuns(trial, ['webhook-late', 'webhook-failed-once'], (run) =>
        withLevel(run, judgeRun(run, { ...held, message: whatCameFirst, scenarioTells: false })),
      ),
    );
  },
};

/** What came late, and what came before it: what a newer event overtook first, because that proves more than a write. */
const withPreceding = ({ run: { record } }: TrialRun, late: readonly DeliveryView[]) =>
  late
    .flatMap((delivery) => {
      const first = precedingOf(record, delivery);
      return first === null ? [] : [{ delivery, first }];
    })
    .sort((one, other) => Number(one.first.event === null) - Number(other.first.event === null));

const lateIn = ({ run, adversity: { name } }: TrialRun): DeliveryView[] =>
  run.record.deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0);

/**
 * What happened, in a sentence: `payment.completed arrived late, after payment.refunded, and …`. If the difference does
 * not show which event is its cause, the sentence names all that were late.
 */
function whatCameFirst(run: TrialRun): string {
  const late = lateIn(run);
  const { deliveries, sentence } = rootCauseOf(run, late);
  const about = sentence !== '' || deliveries.length > 1 ? deliveries : late;
  const isOfOneType = about.every(({ event_type }) => event_type === about[0]!.event_type);
  const [cause] = about !== late || isOfOneType ? withPreceding(run, about) : [];
  const types = cause?.delivery.event_type ?? typesOf(about);
  return `${types} arrived late${afterText(cause?.first)}, and the application ended in a different state.`;
}

function afterText(first: Preceding | undefined): string {
  if (first === undefined) return '';
  return `, after ${first.event?.type ?? `${first.request?.view.method} ${first.request?.path}`}`;
}

/** If only calls came before the late events, a time limit of the application may also make the difference. */
function withLevel(run: TrialRun, verdict: Verdict): Verdict {
  if (verdict.state !== 'violation' || withPreceding(run, lateIn(run)).some(({ first }) => first.event !== null))
    return verdict;
  const findings = verdict.findings.map((finding): Finding => ({ ...finding, level: 'warning', fix: fixOfLate }));
  return { ...verdict, findings };
}

const fixOfLate =
  "If this difference is wrong: act once for each change of an object, whether an event or a read reports it first, and decide by the object's current state, which the API shows.";
