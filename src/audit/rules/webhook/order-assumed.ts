import { markedAttempts } from '../../adversities/adversity-marks.ts';
import type { DeliveryView } from '../../observed/observed-run.ts';
import { type Preceding, precedingOf } from '../../observed/preceding.ts';
import type { Finding, Rule, Verdict } from '../../rule.ts';
import { combined, judgeRun, overRuns } from '../../trial/judge-run.ts';
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

/** What came late, and what came before it: first what the difference is about, then what a newer event overtook. */
function lateIn(run: TrialRun) {
  const { record } = run.run;
  const late = record.deliveries.filter((delivery) => markedAttempts(delivery, run.adversity.name).length > 0);
  const about = new Set(rootCauseOf(run, late).deliveries);
  const rank = ({ delivery, first }: { delivery: DeliveryView; first: Preceding }): number =>
    Number(!about.has(delivery)) * 2 + Number(first.event === null);
  return late
    .flatMap((delivery) => {
      const first = precedingOf(record, delivery);
      return first === null ? [] : [{ delivery, first }];
    })
    .sort((one, other) => rank(one) - rank(other));
}

/** What happened, in a sentence: `payment.completed arrived late, after payment.refunded, and …`. */
function whatCameFirst(run: TrialRun): string {
  const [late] = lateIn(run);
  if (late === undefined) return 'Events arrived late, and the application ended in a different state.';
  const { event, request } = late.first;
  const first = event?.type ?? `${request?.view.method} ${request?.path}`;
  return `${late.delivery.event_type} arrived late, after ${first}, and the application ended in a different state.`;
}

/** If only calls came before the late events, a time limit of the application may also make the difference. */
function withLevel(run: TrialRun, verdict: Verdict): Verdict {
  if (verdict.state !== 'violation' || lateIn(run).some(({ first }) => first.event !== null)) return verdict;
  const findings = verdict.findings.map((finding): Finding => ({ ...finding, level: 'warning', fix: fixOfLate }));
  return { ...verdict, findings };
}

const fixOfLate =
  "If this difference is wrong: act once for each change of an object, whether an event or a read reports it first, and decide by the object's current state, which the API shows.";
