import { effectLines } from '../../observed/effects.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, giveState, hasPassed, overRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

const name = 'month-end';

export const localMonth: Rule = {
  id: 'async/local-month',
  level: 'warning',
  ways: ['trial'],
  wrong: 'On a machine in another time zone, what happens at the end of a month counts for another month.',
  why: 'A report, an invoice or a limit by the month changes with the server that computes it: a payment of the last evening is in both months, or in none, and nothing adds up with what the platform says.',
  mend: 'Compute days and months from the instants of the platform in one zone that you name: UTC, or that of the merchant, and never that of the machine (`getMonth`, `localtime`, `date.today()`).',
  says: 'Timestamps are ISO 8601 date-times in UTC; created is in Unix seconds (specification, "Resources" 3).',
  trial: (trial) => {
    const inUtc = trial.runs.find((run) => run.adversity.name === name && zoneOf(run) === 'UTC');
    return overRuns(trial, [name], (run) => judge(run, inUtc));
  },
};

const zoneOf = ({ armament }: TrialRun): string | undefined => armament.env?.TZ;

/** A line without the days of its dates; null if the line then says nothing, as the date of a receipt. */
function byMonth(line: string): string | null {
  const plain = line.replace(/\b(\d{4}-\d\d)-\d\d\b/g, '$1');
  const [, wanted, found] = /: (.*) in the controls, (.*) here$/s.exec(plain) ?? [];
  return wanted !== undefined && wanted === found ? null : plain;
}

/**
 * The differences from the controls, a line each. At a month's end they may be correct, if they are the same in every
 * zone.
 */
const differences = ({ effects, state }: TrialRun): string[] =>
  [...effectLines(effects), ...(state ?? [])].flatMap((line) => byMonth(line) ?? []);

function judge(run: TrialRun, inUtc: TrialRun | undefined): Verdict {
  if (run === inUtc) return pass;
  if (inUtc === undefined || !hasPassed(inUtc)) {
    return incomplete(
      'The scenario does not pass at the end of a month, in UTC either',
      'let it not depend on the day on which it runs',
    );
  }
  const known = new Set(differences(inUtc));
  const state = (run.state ?? []).filter((line) => !known.has(byMonth(line) ?? line) && byMonth(line) !== null);
  const isSame = state.length === 0 && differences(run).every((line) => known.has(line)) && hasPassed(run);
  if (isSame) {
    return run.state === null ? incomplete('Nothing shows for which month the application counts', giveState) : pass;
  }
  return byComparison([
    findingOf(
      run,
      zoneOf(run) ?? name,
      `Half an hour before the month ends in UTC, the application does something else with TZ=${zoneOf(run)} than with TZ=UTC.`,
      { state, requests: [] },
    ),
  ]);
}
