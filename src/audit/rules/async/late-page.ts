import { isObject } from '../../../core/base/json-values.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';
import { byComparison, cannotSee, findingOf, keepUp, noOccasion } from '../../trial/judge-run.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { incomplete, pass, type Verdict } from '../../verdict.ts';
import { isWriteOf } from './paid-twice.ts';

/** Whether not the application, but the scenario opened the page of a payment. */
const isOpenedByScenario = (record: ObservedRun, { data }: EventView): boolean =>
  record
    .of('checkout_sessions.create')
    .some((asked) => isObject(data) && asked.object?.id === data.checkout_session_id && isOfScenario(record, asked));

/** Judges what the application does with the money of a page that was paid after the scenario. */
export function judgeLatePage({ stateBaseline }: Trial, trialRun: TrialRun): Verdict {
  const { run, adversity } = trialRun;
  const { record, stateBefore, state } = run;
  if (!hasPassed(trialRun)) return noOccasion(trialRun);
  if (!run.outlived) return incomplete('The application ended before the unpaid page could be paid', keepUp);
  const late = record.events.filter(
    (event) => event.type === 'payment.completed' && isBroughtAbout(event, adversity.name),
  );
  if (late.length === 0) {
    return incomplete(
      'The unpaid page could not be paid after the scenario: the platform had closed it, or sold its stock',
      'end the scenario within a day, by the clock of the emulator, after it has opened the page',
    );
  }
  const deliveries = late.flatMap(({ id }) => record.deliveriesOf(id));
  const refused = deliveries.filter(({ status }) => status === 'failed');
  if (refused.length === 0 && !late.some((event) => isLearnt(record, event))) {
    return incomplete(
      'The application neither received an event about the payment of the unpaid page nor read it',
      'subscribe to payment.completed',
    );
  }
  if (late.some((event) => isOpenedByScenario(record, event))) {
    return incomplete(
      'The scenario itself opened the unpaid page, so the application may not know its order',
      'have the application open the page',
    );
  }
  const acted = record.requests.slice(run.requestsBefore).some((asked) => isWriteOf(record, asked));
  if (acted) return pass;
  if (stateBefore === null || state === null || stateBaseline === null) {
    return cannotSee(trialRun, 'how the application handled the payment of a page that was still open');
  }
  if (stateBaseline.changes(stateBefore.value, state.value, record).length > 0) return pass;
  const statuses = refused.flatMap(({ attempts }) => attempts.at(-1)?.status ?? []);
  const answer = refused.length === 0 ? 'was taken' : `was answered ${statuses[0] ?? 'nothing'} in each attempt`;
  const finding = findingOf(
    trialRun,
    'payment.completed',
    `The buyer paid a page that was still open after the scenario, payment.completed ${answer}, and nothing changed in the application: it keeps the money, and neither grants nor refunds anything.`,
    { deliveries: refused.length === 0 ? deliveries : refused, events: late, effects: false, state: [] },
  );
  return byComparison([
    {
      ...finding,
      level: 'warning',
      fix: 'When payment.completed reports a page whose order is cancelled or expired, refund the payment, open the order again, or flag the payment for a person.',
    },
  ]);
}
