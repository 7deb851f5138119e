import { counted } from '../../core/base/terminal-text.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import { plannedAdversities } from '../planner/planned-adversities.ts';
import { differs } from './compare.ts';
import { forecast, forecastOfAll } from './forecast.ts';
import { messageIn } from './judge-run.ts';
import type { Run } from './run.ts';
import { controlRuns, firstControlsIn, type LoggedRun, type PlannedRun, type TrialLog } from './trial-log.ts';

/** The lines about a trial that goes on. */

/** The maximum length of a command's message in the line about its run. */
const longestMessage = 80;

function endOf(log: TrialLog, { failure, ended, output, record }: Run): string {
  if (failure !== null) return 'could not be started';
  if (ended.timedOut) return 'did not end in time';
  if (ended.status === 0) return 'passed';
  const passed = firstControlsIn(log).filter(({ run }) => run.ended.status === 0);
  const message = messageIn(
    output,
    record.view.url,
    passed.map(({ run }) => run.output),
  );
  const why = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return `failed with status ${ended.status}${why === '' ? '' : `: ${why}`}`;
}

/** The number of a run among the announced runs, and its name, with its kind if it repeats a run with one kind. */
function nameOf(log: TrialLog, { id, kind, adversity, armament }: PlannedRun): string {
  if (kind === 'control') return id;
  if (kind === 'adversity') {
    const { planned } = plannedAdversities(log);
    return `${planned.findIndex((each) => each.id === id) + 1} of ${planned.length}  ${adversity}`;
  }
  const [only, ...others] = kindsOf(armament ?? {});
  return `${adversity}, again${only !== undefined && others.length === 0 ? ` with ${only} alone` : ''}`;
}

export function beginLine(log: TrialLog, planned: PlannedRun): string {
  const differing = log.runs.filter((ran) => differs(log, ran)).length;
  const until = differing === 0 ? '' : `; ${counted(differing, 'run')} so far had a different outcome`;
  const about = log.runs.length < controlRuns ? '' : ` about ${shownTime(forecast(log, planned))}`;
  return `${nameOf(log, planned)} …${about}${until}`;
}

export function endLine(log: TrialLog, ran: LoggedRun): string {
  const { took, record } = ran.run;
  const other = differs(log, ran) ? ', another outcome' : '';
  return `${nameOf(log, ran)}: ${endOf(log, ran.run)}${other} (${took.toFixed(1)} s, ${counted(record.requests.length, 'request')}, ${counted(record.deliveries.length, 'delivery', 'deliveries')})`;
}

const shownTime = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** How many runs follow the control runs, and about how long they take. */
export function announcement(log: TrialLog): string {
  const { planned } = plannedAdversities(log);
  const budget = log.options.budget === undefined ? '' : ', and leaves out what --budget has no time for';
  return `The command passed ${counted(controlRuns, 'time')} without any adversity. The audit now runs it ${counted(planned.length, 'time')} more with adversities, which takes about ${shownTime(forecastOfAll(log))} with the repetitions of runs that differ${budget}.`;
}
