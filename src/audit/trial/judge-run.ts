import { lastMessage } from '../../core/base/command-output.ts';
import { counted } from '../../core/base/terminal-text.ts';
import { hideSecrets } from '../../payments/secrets/hide.ts';
import { isOvertaken, markedAttempts } from '../adversities/adversity-marks.ts';
import { runToItsEnd } from '../adversities/confirmation.ts';
import { afterAlibis } from '../alibi.ts';
import { deliveriesAbout } from '../observed/deliveries.ts';
import { effectLines } from '../observed/effects.ts';
import {
  type DeliveryView,
  type EventView,
  evidenceOf,
  type ObservedRequest,
  type ObservedRun,
} from '../observed/observed-run.ts';
import { combine, type Finding, incomplete, pass, type Verdict, violation } from '../verdict.ts';
import { differenceText, stateLines } from './difference-text.ts';
import { rootCauseOf } from './root-cause.ts';
import type { Run } from './run.ts';
import { hasPassed, type Trial, type TrialRun } from './trial-result.ts';

/** How to have a run judged if only the application's own state can show the result. */
export const stepToSee = ({ stateFailure }: Run): string =>
  stateFailure === null
    ? "give the audit the application's own state: --state URL, or --state-command 'CMD' that prints it as JSON"
    : 'have the application report its own state in each run, also after its scenario has ended';

/** Only the application's own state can show the result. @param what the result, as a clause */
export function cannotSee({ run, adversity }: TrialRun, what: string): Verdict {
  const why =
    run.stateFailure === null ? '' : `, because its state is unknown under ${adversity.name}: ${run.stateFailure}`;
  return incomplete(`The audit cannot see ${what}${why}`, stepToSee(run));
}

/** Judges each run of the given adversities and combines the verdicts; null if the trial had no such run. */
export function overRuns(trial: Trial, names: readonly string[], judge: (run: TrialRun) => Verdict): Verdict | null {
  const verdicts = trial.runs
    .filter(({ adversity, isBeside }) => names.includes(adversity.name) && !isBeside)
    .map((run) => ofRun(run, afterAlibis(trial, run, judge(run))));
  const missed = besideIn(trial.controls[0]?.record.beside ?? []);
  if (missed > 0 && verdicts.length > 0) {
    verdicts.push(
      incomplete(
        `${counted(missed, 'request')} went to emulators that the command itself started, which adversities do not reach`,
        'have the tests call the emulator at EMULATOR_URL (connectEmulator(process.env.EMULATOR_URL)), each in its own workspace if needed',
      ),
    );
  }
  // The reason of a run is more precise than the reason why there was no run, so it comes first.
  const skipped = names.flatMap((name) => trial.skipped.get(name) ?? []);
  return verdicts.length + skipped.length === 0 ? null : combine([...verdicts, ...skipped]);
}

/**
 * Judges each run, whatever its adversity is meant for. A run in which nothing is wrong shows nothing, because its
 * adversity does not try the rule. What several runs show is one mistake, and only the last of them counts: a repetition
 * comes after the runs that help to judge it.
 * @param known verdicts whose mistakes do not count again
 */
export function overAllRuns(
  trial: Trial,
  judge: (run: TrialRun) => Verdict,
  known: readonly (Verdict | null)[] = [],
): Verdict | null {
  const placesOf = (verdict: Verdict | null): string[] =>
    verdict !== null && 'findings' in verdict ? verdict.findings.map(({ where }) => where) : [];
  const places = new Set(known.filter((verdict) => verdict?.state === 'violation').flatMap(placesOf));
  const verdicts = trial.runs
    .filter(({ isBeside }) => !isBeside)
    .reverse()
    .flatMap((run): Verdict[] => {
      const verdict = ofRun(run, afterAlibis(trial, run, judge(run)));
      if (!('findings' in verdict)) return [];
      const own = verdict.findings.filter(({ where }) => !places.has(where));
      const findings = own.map((finding) => ({ ...finding, adversity: run.adversity.name }));
      if (verdict.state === 'violation') for (const where of placesOf(verdict)) places.add(where);
      return findings.length === 0 ? [] : [{ ...verdict, findings }];
    });
  return verdicts.length === 0 ? null : combine(verdicts);
}

/** How many requests went to emulators that a command itself started. */
export const besideIn = (records: readonly ObservedRun[]): number =>
  records.reduce((sum, { requests }) => sum + requests.length, 0);

/** A verdict with its run. A pass becomes incomplete if a kind was not tried, or if only a sample was tried. */
function ofRun(run: TrialRun, verdict: Verdict): Verdict {
  if ('findings' in verdict) {
    const findings = verdict.findings.map((finding) => ({ ...finding, run: run.run.number }));
    return { ...verdict, findings };
  }
  if (verdict.state !== 'pass') return verdict;
  const { adversity, tried, notTried, isCutShort, sampledOf } = run;
  if (isCutShort && notTried.length > 0) {
    return incomplete(`The audit ended before it tried ${adversity.name} on ${notTried.join(', ')}`, runToItsEnd);
  }
  if (notTried.length > 0) {
    return incomplete(`${adversity.name} had no opportunity for ${notTried.join(', ')}`, momentFor(run.run));
  }
  if (sampledOf === null) return verdict;
  return incomplete(
    `The audit tried only ${tried.length} of ${sampledOf} kinds of ${adversity.name.startsWith('webhook-') ? 'events' : 'calls'}`,
    'leave out --quick',
  );
}

/** Whether the scenario removed an endpoint that got events, so that what comes later reaches nobody. */
const removesEndpoint = ({ endpoints, deliveries }: ObservedRun): boolean =>
  deliveries.some(({ endpoint_id }) => endpoint_id !== null && !endpoints.some(({ id }) => id === endpoint_id));

/** How to keep the application running after a command that would end it. */
export const keepUp =
  "start the application with --serve 'node server.js', so that it keeps running after the command" as const;

/**
 * Like `overRuns`, for adversities that delay nothing that a scenario waits for. If the scenario fails anyway, a rule
 * that has found no violation until then does not pass.
 */
export const overFullRuns = (
  trial: Trial,
  names: readonly string[],
  judge: (run: TrialRun) => Verdict,
): Verdict | null =>
  overRuns(trial, names, (run) => {
    const verdict = judge(run);
    // A scenario does not need to survive a restart.
    if (hasPassed(run) || run.run.restarted || (verdict.state !== 'pass' && verdict.state !== 'inapplicable'))
      return verdict;
    const { name } = run.adversity;
    const { sentence, requests, deliveries } = beforeEndOf(run);
    return incomplete(
      `The scenario ${endWord(run.run)} under ${name}${sentence === '' ? ', and its record shows no reason' : ` after ${sentence}`}`,
      'look at the output of this run with --verbose',
      [
        findingOf(run, name, `The scenario ${endOf(run)}.`, {
          ...(requests.length === 0 ? {} : { requests }),
          deliveries,
        }),
      ],
    );
  });

/** What the adversity's own fault hit last before a scenario failed, and what the application did then. */
function beforeEndOf({ run: { record, endedAt }, adversity: { name } }: TrialRun) {
  const hit = touchedRequests(record, name).filter(({ answered }) => answered <= endedAt);
  // A call that was made again with success is no reason.
  const left = hit.filter(({ operation, answered, isAccepted }) => {
    const again = record.of(operation ?? '').some((later) => later.received > answered && later.isAccepted);
    return isAccepted || !again;
  });
  const asked = left.at(-1) ?? hit.at(-1);
  if (asked !== undefined) {
    const { id, view, status, path, answered } = asked;
    const next = record.requests.filter(({ received }) => received > answered && received <= endedAt).slice(0, 2);
    const calls = next.map((each) => `${each.view.method} ${each.path}`).join(', ');
    const answer = status === 0 ? 'got no answer' : `was answered ${status} after ${Math.round(view.latency_ms)} ms`;
    const then = calls === '' ? 'the application called nothing more' : `the application called ${calls}`;
    const sentence = `${view.method} ${path} ${id} ${answer} (${view.fault?.split(' ', 1)[0]}), and then ${then}`;
    return { sentence, requests: [asked, ...next], deliveries: [] };
  }
  const delivery = touchedDeliveries(record, name).findLast(({ attempts }) => (attempts[0]?.sent ?? 0) <= endedAt);
  const attempt = delivery === undefined ? undefined : markedAttempts(delivery, name).at(-1);
  if (delivery === undefined || attempt === undefined) return { sentence: '', requests: [], deliveries: [] };
  const answer = attempt.status === null ? 'got no response' : `was answered ${attempt.status}`;
  const sentence = `${delivery.event_type} ${delivery.event_id} ${answer} (${attempt.fault ?? name})`;
  return { sentence, requests: [], deliveries: [delivery] };
}

/** Judges one case; null if it does not apply. */
export type Judge<Of> = (of: Of) => Verdict | null;

/** The verdict of the first judge whose case applies; a pass if none does. */
export function firstVerdict<Of>(judges: readonly Judge<Of>[], of: Of): Verdict {
  for (const judge of judges) {
    const verdict = judge(of);
    if (verdict !== null) return verdict;
  }
  return pass;
}

/** Combines several verdicts on one trial, and leaves out the missing ones. */
export const combined = (...verdicts: readonly (Verdict | null)[]): Verdict | null => {
  const made = verdicts.filter((verdict) => verdict !== null);
  return made.length === 0 ? null : combine(made);
};

/**
 * Deliveries that a fault of an adversity changed. If there are none, the deliveries whose causing calls a fault
 * changed.
 */
function touchedDeliveries(record: ObservedRun, name: string): DeliveryView[] {
  const { deliveries } = record;
  const touched = deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0);
  if (touched.length > 0) return touched;
  const calls = new Set(touchedRequests(record, name).map(({ id }) => id));
  return deliveries.filter(({ event_id }) => {
    const cause = record.event(event_id)?.cause;
    return cause !== undefined && calls.has((cause.origin ?? cause).id);
  });
}

/** Requests that a fault of an adversity changed. */
const touchedRequests = ({ requests }: ObservedRun, name: string): ObservedRequest[] =>
  requests.filter(({ view }) => view.audit === name);

/** How to give an adversity an opportunity. */
export const momentFor = ({ outlived, record }: Run): string =>
  removesEndpoint(record)
    ? 'leave the webhook endpoint where it is at the end of the scenario, which removes it'
    : outlived
      ? 'have the scenario cause more of these events or calls, without waiting between them'
      : keepUp;

/** The adversity had no opportunity in this run. */
export const noOccasion = ({ adversity, run }: TrialRun): Verdict =>
  incomplete(`${adversity.name} had no opportunity`, momentFor(run));

/** A compared run failed, so the comparison shows nothing. */
export const failedBeside = (run: TrialRun): Verdict =>
  incomplete(
    `The scenario failed under ${run.adversity.name}, so its result cannot be compared`,
    'make the scenario tolerate the adversity; --verbose shows its last output',
    [findingOf(run, run.adversity.name, `The scenario ${endOf(run)}.`)],
  );

/** The run to compare with is missing, because the audit ended before. */
export const notBeside = ({ adversity }: TrialRun): Verdict =>
  incomplete(
    `The audit ended before the other run under ${adversity.name}, with which this one is compared`,
    runToItsEnd,
  );

/** A run in which money comes back failed, so the scenario expects that it does not. */
export const expectsMoney = (run: TrialRun, where: string, learnt: readonly EventView[]): Verdict =>
  incomplete(`The scenario fails under ${run.adversity.name}: it expects that no money comes back`, keepUp, [
    findingOf(run, where, `The scenario ${endOf(run)}.`, {
      deliveries: [...new Set(learnt.flatMap((event) => deliveriesAbout(run.run.record, event)))],
    }),
  ]);

/**
 * The message of a command's failure, without the emulator's port, which differs in every run.
 * @param passed the outputs of runs that passed
 */
export const messageIn = (output: string, url: string, passed: readonly string[] = []): string =>
  lastMessage(hideSecrets(output), passed.map(hideSecrets)).replaceAll(new URL(url).host, 'the emulator').trim();

/** How the scenario ended, for the middle of a sentence. */
export function endOf({ run, controls }: TrialRun): string {
  const passed = controls.filter(({ ended }) => ended.status === 0).map(({ output }) => output);
  const last = messageIn(run.output, run.record.view.url, passed);
  const said = last === '' ? '' : `: ${last.length > 300 ? `${last.slice(0, 300)}…` : last}`;
  return run.ended.timedOut ? `did not end in time${said}` : `ended with status ${run.ended.status}${said}`;
}

/** How many differences a finding shows, the one that decides first. */
const mostDifferences = 8;

/** A finding of a run, with its differences. */
export function findingOf(
  trialRun: TrialRun,
  where: string,
  message: string,
  shown: {
    requests?: readonly ObservedRequest[];
    deliveries?: readonly DeliveryView[];
    /** Events that were not delivered. */
    events?: readonly EventView[];
    effects?: boolean;
    state?: readonly string[] | null;
  } = {},
): Finding {
  const { adversity, run, effects, state } = trialRun;
  const { record } = run;
  const deliveries = shown.deliveries ?? [];
  const caused = shown.events ?? deliveries.flatMap(({ event_id }) => record.event(event_id) ?? []);
  const surplus = effects.more.slice(0, 1).flatMap((each) => each.effects.map(({ asked }) => asked));
  // Entries without names have equal lines.
  const stateOfIt = [...new Set(shown.state ?? (shown.state === null ? [] : stateLines(state ?? [])))];
  // A failed scenario lacks all that it did not reach, which shows nothing.
  const isTold = hasPassed(trialRun) || stateOfIt.length === 0;
  const effectsOfIt = shown.effects === false ? [] : effectLines(isTold ? effects : { ...effects, less: [] });
  // An additional effect comes first, because it also causes the difference in the state.
  const shownEffects = effectsOfIt.slice(0, mostDifferences);
  const shownState = stateOfIt.slice(0, mostDifferences - shownEffects.length);
  return {
    message,
    where,
    adversity: adversity.name,
    evidence: {
      ...evidenceOf({ requests: shown.requests ?? surplus, deliveries, events: caused }),
      effects: shownEffects,
      state: shownState,
      further: effectsOfIt.length + stateOfIt.length - shownEffects.length - shownState.length,
    },
  };
}

/** A violation that rests on differences from the control runs. */
export const byComparison = (findings: readonly Finding[]): Verdict =>
  violation(findings.map((finding) => ({ ...finding, isCompared: true })));

/** The requirements under an adversity that a correct application does not notice. */
export interface Requirement {
  /** The finding's location, if no more precise location is known. */
  readonly where: string;
  /** The violation with its difference, such as `payment.refunded, delivered twice, had a second effect`. */
  readonly message: (of: TrialRun) => string;
  /**
   * Whether a failed scenario with another state is a violation: the adversity delays nothing that the scenario waits
   * for, so the scenario was not just impatient.
   */
  readonly scenarioTells: boolean;
  /** Whether missing effects count when the scenario passed. */
  readonly lackTells: boolean;
  /**
   * The decisive deliveries, if the message names them. Without them, the judge finds one and describes it in a
   * sentence.
   */
  readonly deciding?: readonly DeliveryView[];
}

/**
 * Judges a run by its effects and by the application's own state. A failed scenario alone is not a violation, because
 * a test may expect the state that the adversity changed.
 */
export function judgeRun(trialRun: TrialRun, held: Requirement): Verdict {
  const { run, effects, state, adversity } = trialRun;
  const { name } = adversity;
  const deliveries = touchedDeliveries(run.record, name);
  if (deliveries.length === 0 && touchedRequests(run.record, name).length === 0 && !run.restarted)
    return noOccasion(trialRun);
  const found = (message: string) => {
    // Without the moment that the adversity needs, a difference is chance.
    if (trialRun.tried.length === 0) return noOccasion(trialRun);
    const { deliveries: led, sentence: looked } = rootCauseOf(trialRun, deliveries);
    // What was added or is missing comes first, whatever else happened.
    const sentences = [differenceText(trialRun), message, held.deciding === undefined ? looked : ''];
    const text = sentences.filter((each) => each !== '').join(' ');
    // A fault of a call shows in the call, and not in the first of its events.
    const isOfCalls = !deliveries.some((delivery) => markedAttempts(delivery, name).length > 0);
    const calls = isOfCalls && effects.more.length === 0 ? { requests: touchedRequests(run.record, name) } : {};
    return byComparison([findingOf(trialRun, held.where, text, { deliveries: held.deciding ?? led, ...calls })]);
  };
  if (effects.more.length > 0) return found(held.message(trialRun));
  const unheard = run.record.deliveries.filter(({ status, manual }) => status === 'pending' && !manual);
  const differs = !hasPassed(trialRun) || effects.less.length > 0 || (state ?? []).length > 0;
  if (unheard.length > 0 && differs) {
    return incomplete(`Under ${name}, the run ended before ${typesOf(unheard)} arrived`, keepUp);
  }
  if (!hasPassed(trialRun)) {
    const said = `The scenario ${endOf(trialRun)}`;
    // A held delivery that no other delivery overtook was only late, and a scenario may be too impatient for that.
    const isOnlyLate = (delivery: DeliveryView): boolean =>
      markedAttempts(delivery, name).some(({ fault }) => fault === 'reorder') && !isOvertaken(run.record, delivery);
    const isHarm = held.scenarioTells && !deliveries.some(isOnlyLate);
    if (isHarm && (state ?? []).length > 0) return found(`${held.message(trialRun)} ${said}.`);
    return incomplete(
      isHarm
        ? `Under ${name} the scenario ${endWord(run)}, and ${state === null ? 'its calls do not' : 'neither its calls nor its state'} show the harm`
        : `Under ${name} the scenario ${endWord(run)}, perhaps because it did not wait long enough`,
      !isHarm
        ? 'make the scenario wait for what it expects; if it waits already, the application never does it: --verbose shows the output'
        : state === null
          ? stepToSee(run)
          : 'see in the output (--verbose) what the scenario missed: no event was only late, so waiting longer does not help',
      [findingOf(trialRun, held.where, `${said}.`, { deliveries })],
    );
  }
  if (state !== null && state.length > 0) return found(held.message(trialRun));
  if (held.lackTells && effects.less.length > 0) return found(held.message(trialRun));
  return pass;
}

const endWord = ({ ended }: Run): string => (ended.timedOut ? 'did not end in time' : 'failed');

/** The event types of deliveries, for a sentence: `payment.completed, payout.paid`. */
export function typesOf(deliveries: readonly DeliveryView[]): string {
  const names = [...new Set(deliveries.map(({ event_type }) => event_type))];
  return names.length > 4 ? `${names.slice(0, 4).join(', ')}, …` : names.join(', ');
}
