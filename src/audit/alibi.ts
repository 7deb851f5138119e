import { isObject } from '../core/base/json-values.ts';
import { markedAttempts } from './adversities/adversity-marks.ts';
import type { Adversity, Armament, SideEffect } from './adversities/fault-plans.ts';
import { isMissingIfLate } from './adversities/missing-effect.ts';
import { isTaken, isUnaltered } from './observed/deliveries.ts';
import type { DeliveryView, ObservedRequest, ObservedRun } from './observed/observed-run.ts';
import { precedingOf } from './observed/preceding.ts';
import { metadataOf, purposeOf } from './observed/same-request.ts';
import { stateLine } from './trial/difference-text.ts';
import type { Run } from './trial/run.ts';
import type { StateDifference } from './trial/state.ts';
import { hasPassed, type Trial, type TrialRun } from './trial/trial-result.ts';
import { type Finding, hasDifference, incomplete, type Verdict } from './verdict.ts';

/*
 * The audit blames nobody as long as something else explains what it saw. What the control runs do as well, and texts
 * that the platform generated, are left out when runs are compared. For every finding of every rule, this module asks
 * what else is left: another caller, a weaker adversity, a time limit of the application.
 */

/** What else explains a finding, and how to find out more. */
export interface Alibi {
  readonly because: string;
  readonly nextStep: string;
}

type Check = (trial: Trial, run: TrialRun, finding: Finding) => Alibi | null;

/** A verdict on a run, without the findings that something else explains. */
export function afterAlibis(trial: Trial, run: TrialRun, verdict: Verdict): Verdict {
  if (verdict.state !== 'violation') return verdict;
  const judged = verdict.findings.map((finding) => ({ finding, alibi: alibiOf(trial, run, finding) }));
  const kept = judged.filter(({ alibi }) => alibi === null).map(({ finding }) => finding);
  const first = judged.find(({ alibi }) => alibi !== null)?.alibi;
  if (kept.length > 0 || first == null) return { ...verdict, findings: kept };
  return { ...incomplete(first.because, first.nextStep, verdict.findings), isExplained: true };
}

/** What else than the adversity explains a finding; null if nothing does. */
function alibiOf(trial: Trial, run: TrialRun, finding: Finding): Alibi | null {
  for (const check of checks) {
    const alibi = check(trial, run, finding);
    if (alibi !== null) return alibi;
  }
  return null;
}

/** The call is not made because of the event: it is made as often when the event is withheld. */
const callOfAnother: Check = ({ controls, runs }, { run, adversity }, { callOf, evidence }) => {
  const operation = run.record.requests.find(({ id }) => id === evidence.requests[0]?.id)?.operation ?? null;
  if (callOf === undefined || operation === null) return null;
  const many = (record: ObservedRun): number => record.of(operation).filter(({ isAccepted }) => isAccepted).length;
  const usual = Math.min(...controls.map(({ record }) => many(record)));
  const isMadeAnyway = runs.some(
    (other) =>
      other.adversity.name === 'webhook-lost' && other.tried.includes(callOf) && many(other.run.record) >= usual,
  );
  if (!isMadeAnyway) return null;
  return {
    because: `Under ${adversity.name}, ${operation} failed while ${callOf} was handled, but the application also makes this call without the event`,
    nextStep:
      'no change is needed if a user or a job makes the call; with tracing, the application can pass on the traceparent header of the delivery, which shows whose call it is',
  };
};

/** The application makes no more such calls than in the control runs: another user made the second one. */
const asManyAsUsual: Check = ({ controls }, { run, adversity }, { isRepetition, evidence }) => {
  const first = run.record.requests.find(({ id }) => id === evidence.requests[0]?.id);
  if (isRepetition !== true || first?.operation == null) return null;
  const { operation } = first;
  const many = (record: ObservedRun): number =>
    record.of(operation).filter((asked) => purposeOf(asked) === purposeOf(first)).length;
  const usual = Math.min(...controls.map(({ record }) => many(record)));
  if (usual < 2 || many(run.record) > usual) return null;
  return {
    because: `Under ${adversity.name}, ${operation} was refused and called again, but no more often than in the control runs`,
    nextStep:
      'no change is needed if the second call was another purchase; give each purchase its own reference_id to tell them apart',
  };
};

/** A weaker adversity, which this one contains, makes the same difference. */
const alikeUnderWeaker: Check = ({ runs }, run, finding) => weakerThan(run, finding, runs);

/** What explains a finding if one of some runs shows the same under a weaker adversity. */
export function weakerThan(run: TrialRun, { isCompared }: Finding, runs: readonly TrialRun[]): Alibi | null {
  const own = differencesOf(run);
  const { contains = [], name } = run.adversity;
  if (isCompared !== true || own.length === 0) return null;
  const weaker = runs.find((other) => {
    const known = new Set(differencesOf(other));
    return contains.includes(other.adversity.name) && own.every((line) => known.has(line));
  });
  if (weaker === undefined) return null;
  return {
    because: `Under ${name} the application ends in the same state as under ${weaker.adversity.name}`,
    nextStep: `see what the report says about ${weaker.adversity.name}, which ${name} contains`,
  };
}

/**
 * Whether nothing of what an adversity of deliveries changes was changed in another run: all events arrived once, and
 * were taken; or only contents were changed.
 */
export function isUnaffected({ adversity, run }: Pick<TrialRun, 'adversity' | 'run'>, by: Armament): boolean {
  if (adversity.isOfContents === true) return true;
  const isOfDeliveries = by.faults?.every(({ on }) => on === 'delivery') === true;
  const isUsual = ({ attempts, manual }: DeliveryView): boolean =>
    manual ||
    (attempts.length === 1 &&
      attempts.every((each) => isTaken(each) && each.fault === null && each.audit === undefined));
  return isOfDeliveries && run.record.deliveries.every(isUsual);
}

/** A run makes the same difference although nothing was changed in it that this adversity changes. */
const alikeByChance: Check = ({ runs }, run, { isCompared }) => {
  const own = differencesOf(run);
  const { name, isOfContents } = run.adversity;
  if (isCompared !== true || isOfContents === true || own.length === 0) return null;
  const text = [...own].sort().join();
  const other = runs.find(
    (each) =>
      each.adversity.name !== name &&
      isUnaffected(each, run.armament) &&
      hasPassed(each) &&
      [...differencesOf(each)].sort().join() === text,
  );
  if (other === undefined) return null;
  return {
    because: `Under ${name} the application ends in the same state as under ${other.adversity.name}, which has nothing to do with it`,
    nextStep:
      'a difference that appears in some runs only is chance, or a timer of the application: have the scenario wait for it',
  };
};

/** The differences of a run, without the places of list entries. */
const differencesOf = ({ effects: { more, less }, state }: TrialRun): string[] => [
  ...more.map(({ key }) => `+ ${key}`),
  ...less.map(({ key }) => `- ${key}`),
  ...(state ?? []).map((each) => stateLine({ ...each, at: each.path })),
];

/** What else an adversity changes, and the adversity whose runs show the results of that alone. */
interface Shown {
  readonly adversity: string;
  /** The rule that reports these results. */
  readonly rule: string;
  /** What two differences of this origin have in common. */
  readonly placeOf: (difference: StateDifference) => string;
  /** Whether a run has no other difference than those in its state. */
  readonly isAll: (run: TrialRun) => boolean;
}

const sideEffects: Readonly<Record<SideEffect, Shown>> = {
  order: {
    adversity: 'webhook-swapped',
    rule: 'webhook/order-assumed',
    // The field without its object: other events may swap places in each run.
    placeOf: ({ at }) => at.replace(/^.*\./, ''),
    isAll: (run) => hasPassed(run) && run.effects.more.length + run.effects.less.length === 0,
  },
  overlap: {
    adversity: 'webhook-parallel',
    rule: 'webhook/lost-update',
    placeOf: ({ at }) => at,
    isAll: ({ effects }) => effects.more.length === 0,
  },
};

/** Whether every difference in a state is one that a side effect alone brings about as well. */
export function isOf(effect: SideEffect, state: readonly StateDifference[], runs: readonly TrialRun[]): boolean {
  const { adversity, placeOf } = sideEffects[effect];
  const shown = runs.filter((run) => run.adversity.name === adversity);
  const known = new Set(shown.flatMap((run) => run.state ?? []).map(placeOf));
  return state.length > 0 && state.every((each) => known.has(placeOf(each)));
}

/** The adversities whose runs show what the side effects of an adversity bring about. */
export const showingSideEffects = ({ alsoChanges = [] }: Adversity): string[] =>
  alsoChanges.map((effect) => sideEffects[effect].adversity);

/** The adversity changes something else as well, which makes the same difference alone. */
const alikeBySideEffect: Check = ({ runs }, run, { isCompared, evidence }) => {
  const { name, alsoChanges = [] } = run.adversity;
  if (isCompared !== true || !hasDifference(evidence)) return null;
  const effect = alsoChanges.find((each) => sideEffects[each].isAll(run) && isOf(each, run.state ?? [], runs));
  if (effect === undefined) return null;
  const { adversity, rule } = sideEffects[effect];
  return {
    because: `Under ${name} the application ends in the same state as under ${adversity}`,
    nextStep: `see first what the report says about ${rule}, under ${adversity}`,
  };
};

/** Events were only late: nothing about their objects happened before they arrived. */
const pastTimeLimit: Check = (_trial, { run: { record }, adversity: { name }, armament }, { isCompared }) => {
  const isDelay = armament.faults?.every(({ kind }) => kind === 'delay' || kind === 'drop') === true;
  const late = isDelay ? record.deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0) : [];
  if (isCompared !== true || late.length === 0 || late.some((delivery) => precedingOf(record, delivery) !== null))
    return null;
  const types = [...new Set(late.map(({ event_type }) => event_type))].join(', ');
  return {
    because: `Under ${name}, ${types} came late and in the usual order, so only a time limit of the application itself explains the difference`,
    nextStep: 'check that the application does what it should when an event comes after this time limit',
  };
};

/** The event was accepted only when it was retried, and it has no effect either whenever it is late. */
const missingIfLate: Check = (trial, { adversity: { name } }, { effectOf }) =>
  effectOf === undefined || !isMissingIfLate(trial, effectOf)
    ? null
    : {
        because: `Under ${name}, ${effectOf} has no effect when it is retried, and neither has it when it is only late`,
        nextStep: 'check that the application does what it should when an event comes after its own time limit',
      };

const checks: readonly Check[] = [
  callOfAnother,
  asManyAsUsual,
  alikeUnderWeaker,
  alikeBySideEffect,
  alikeByChance,
  pastTimeLimit,
  missingIfLate,
];

/**
 * Whether the application gives a delivery the same answer in a control run: the answer is about the event itself. A
 * control run in which as many deliveries of its type got this answer shows that as well.
 */
export function isAnsweredAnyway(
  controls: readonly Run[],
  record: ObservedRun,
  delivery: DeliveryView,
  status: number | null,
): boolean {
  const place = placeIn(record, delivery);
  const answeredIn = ({ deliveries }: ObservedRun): DeliveryView[] =>
    deliveries.filter(
      ({ event_type, attempts }) =>
        event_type === delivery.event_type &&
        attempts.some(
          (attempt) => attempt.beside !== true && attempt.forgery === undefined && attempt.status === status,
        ),
    );
  const many = answeredIn(record).length;
  return controls.some(({ record: control }) => {
    const usual = answeredIn(control).filter(({ attempts }) => attempts.some(isUnaltered));
    return usual.some((other) => placeIn(control, other) === place) || (many > 0 && usual.length >= many);
  });
}

/** What identifies a delivery in every run: what the application calls its order, or else its place among others. */
function placeIn(record: ObservedRun, { event_id, event_type }: DeliveryView): string {
  const { reference_id, metadata } = (record.event(event_id)?.data ?? {}) as {
    reference_id?: unknown;
    metadata?: unknown;
  };
  if (isObject(metadata) && Object.keys(metadata).length > 0) return JSON.stringify(metadata);
  if (typeof reference_id === 'string') return reference_id;
  const alike = record.events.filter(({ type }) => type === event_type);
  return String(alike.findIndex(({ id }) => id === event_id));
}

/**
 * Whether two writes are for different users or orders: a field of their metadata has two values, and the control runs
 * have both of them, unlike the number of an attempt.
 */
export function isForAnother(controls: readonly Run[], one: ObservedRequest, other: ObservedRequest): boolean {
  const theirs = metadataOf(other);
  const isUsual = (value: unknown): boolean =>
    controls.every(({ record }) =>
      record.requests.some((asked) => Object.values(metadataOf(asked)).some((known) => known === value)),
    );
  return Object.entries(metadataOf(one)).some(
    ([field, value]) =>
      theirs[field] !== undefined && theirs[field] !== value && isUsual(value) && isUsual(theirs[field]),
  );
}
