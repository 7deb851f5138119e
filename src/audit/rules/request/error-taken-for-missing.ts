import { makerOf } from '../../adversities/read-faults.ts';
import type { ObservedRequest } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';
import { pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, noOccasion, overFullRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

export const errorTakenForMissing: Rule = {
  id: 'request/error-taken-for-missing',
  level: 'warning',
  ways: ['trial'],
  wrong:
    'A read that fails is taken for an object that does not exist, and the object is made once more; a note if the platform knows it again, as a customer by the e-mail address.',
  why: 'An outage of a minute makes a second product, whose sales are counted apart, or a second subscription, which is charged each month. A customer is overwritten by what a new one would have.',
  mend: 'Make an object only after 404 or an empty list. After any other error repeat the read, or pass the error on.',
  says: '5xx is a failure on the side of the service, and 404 resource_missing says that there is no such object (specification, "Errors").',
  trial: (trial) => overFullRuns(trial, ['read-failed'], judge),
};

function judge(trialRun: TrialRun): Verdict {
  const { run, adversity, effects } = trialRun;
  const failed = run.record.requests.filter(({ view }) => view.audit === adversity.name);
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
  // A customer with the e-mail address of another is that one.
  const isSame = object?.id !== undefined && object.id === shown.first.object?.id;
  const outcome = isSame ? 'which changed the object that was there' : 'which made another like one that was there';
  const message = `${shown.read.operation} was refused with 500, and the application called ${operation}, ${outcome}.`;
  const requests = [shown.first, shown.read, shown.asked];
  const finding = findingOf(trialRun, operation!, message, { requests, effects: false, state: [] });
  return byComparison([isSame ? { ...finding, level: 'note' } : finding]);
}

/** Whether a failed read of such an object came between two writes that each made one. */
const isBetween = (first: ObservedRequest, read: ObservedRequest, made: ObservedRequest): boolean =>
  read.operation !== null &&
  makerOf(read.operation) === made.operation &&
  first.answered <= read.received &&
  read.answered <= made.received;
