import { makerOf } from '../../adversities/read-faults.ts';
import { callText, type Fix } from '../../fix.ts';
import type { ObservedRequest } from '../../observed/observed-run.ts';
import { isOfScenario, isSurelyOfScenario } from '../../observed/scenario-requests.ts';
import { pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, noOccasion, overFullRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

export const errorTakenForMissing: Rule = {
  id: 'request/error-taken-for-missing',
  level: 'warning',
  ways: ['trial'],
  wrong:
    'A failed read is mistaken for a missing object, and the application creates the object again. This is only a note if the platform recognizes the object, such as a customer by the email address.',
  why: 'An outage of one minute creates a second product, whose sales are counted separately, or a second subscription, which is charged every month. A customer is overwritten with the data of a new customer.',
  fix: 'Create an object only after 404 or an empty list. After any other error, repeat the read or report the error.',
  source:
    '5xx is a failure of the service; 404 resource_missing means that the object does not exist (specification, "Errors").',
  untried: 'whether a payment or a checkout session is created again after a failed read of it',
  trial: (trial) => overFullRuns(trial, ['read-failed'], judge),
};

function judge(trialRun: TrialRun): Verdict {
  const { run, adversity, effects } = trialRun;
  const failed = run.record.requests.filter(
    (asked) => asked.view.audit === adversity.name && !isSurelyOfScenario(run.record, asked),
  );
  if (failed.length === 0) return noOccasion(trialRun);
  const found = [...effects.repeated, ...effects.more].flatMap(({ effects: [first, ...again] }) =>
    again.flatMap(({ asked }) => {
      if (first === undefined || isOfScenario(run.record, asked)) return [];
      const read = failed.find((each) => isBetween(first.asked, each, asked));
      return read === undefined ? [] : [{ first: first.asked, read, asked }];
    }),
  );
  const [shown] = found;
  if (shown === undefined) return pass;
  const { operation, object } = shown.asked;
  // A customer with the email address of another customer is the same customer.
  const isSame = object?.id !== undefined && object.id === shown.first.object?.id;
  const outcome = isSame ? 'which changed the existing object' : 'which created a duplicate of an existing object';
  const message = `${shown.read.operation} was refused with 500, and then the application called ${operation}, ${outcome}.`;
  const requests = [shown.first, shown.read, shown.asked];
  const finding = findingOf(trialRun, operation!, message, { requests, effects: false, state: [] });
  const { view, path } = shown.read;
  const fix: Fix = ({ lastCall }) =>
    `Make ${lastCall} only if ${callText(view.method, path)} is answered 404, or shows an empty list. After any other error, repeat the read or report the error.`;
  return byComparison([{ ...finding, fix, ...(isSame ? { level: 'note' } : {}) }]);
}

/** Whether a failed read of such an object came between two writes that each created an object. */
const isBetween = (first: ObservedRequest, read: ObservedRequest, made: ObservedRequest): boolean =>
  read.operation !== null &&
  makerOf(read.operation) === made.operation &&
  first.answered <= read.received &&
  read.answered <= made.received;
