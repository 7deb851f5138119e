import { effectLines } from '../../observed/effects.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { stateLines } from '../../trial/difference-text.ts';
import { byComparison, cannotSee, findingOf, notBeside, overRuns } from '../../trial/judge-run.ts';
import { hasPassed, type TrialRun } from '../../trial/trial-result.ts';

const name = 'month-end';

export const localMonth: Rule = {
  id: 'async/local-month',
  level: 'warning',
  ways: ['trial'],
  wrong: 'On a machine in another time zone, activity at the end of a month counts for another month.',
  why: 'A monthly report, invoice or limit changes with the server that computes it. A payment on the last evening is in both months or in neither, and the totals do not match the platform.',
  fix: ({ field }) =>
    `Compute the days and months in ${field} from the timestamps of the platform in one named time zone: UTC or the zone of the merchant, never the zone of the machine (\`getMonth\`, \`localtime\`, \`date.today()\`).`,
  source: 'Timestamps are ISO 8601 date-times in UTC; created is in Unix seconds (specification, "Resources" 3).',
  trial: (trial) => {
    const inUtc = trial.runs.find((run) => run.adversity.name === name && zoneOf(run) === 'UTC');
    return overRuns(trial, [name], (run) => judge(run, inUtc));
  },
};

const zoneOf = ({ armament }: TrialRun): string | undefined => armament.env?.TZ;

/** A line without the days of its dates; null if the line then shows no difference, as with the date of a receipt. */
function byMonth(line: string): string | null {
  const plain = line.replace(/\b(\d{4}-\d\d)-\d\d\b/g, '$1');
  const [, wanted, found] = /: (.*) in the controls, (.*) here$/s.exec(plain) ?? [];
  return wanted !== undefined && wanted === found ? null : plain;
}

/**
 * The differences from the control runs, one per line. At the end of a month they can be correct if they are the same
 * in every time zone.
 */
const differences = ({ effects, state }: TrialRun): string[] =>
  [...effectLines(effects), ...stateLines(state ?? [])].flatMap((line) => byMonth(line) ?? []);

function judge(run: TrialRun, inUtc: TrialRun | undefined): Verdict {
  if (run === inUtc) return pass;
  if (inUtc === undefined) return notBeside(run);
  if (!hasPassed(inUtc)) {
    return incomplete(
      'The scenario does not pass at the end of a month, even in UTC',
      'make the scenario independent of the day on which it runs',
    );
  }
  const known = new Set(differences(inUtc));
  const state = stateLines(run.state ?? []).filter(
    (line) => !known.has(byMonth(line) ?? line) && byMonth(line) !== null,
  );
  const isSame = state.length === 0 && differences(run).every((line) => known.has(line)) && hasPassed(run);
  if (isSame) {
    return run.state === null ? cannotSee(run, 'which month the application counts for') : pass;
  }
  return byComparison([
    findingOf(
      run,
      zoneOf(run) ?? name,
      `Half an hour before the month ends in UTC, the application behaves differently with TZ=${zoneOf(run)} than with TZ=UTC.`,
      { state, requests: [] },
    ),
  ]);
}
