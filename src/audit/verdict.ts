import type { ReadonlyStatic } from '../core/kernel/declare/schema.ts';
import type { Fix } from './fix.ts';
import type { EvidenceModel } from './report/evidence-model.ts';

/**
 * The severity of a violation: an `error` loses money or data, a `warning` may lose them, a `note` makes work harder.
 */
export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

export type Evidence = ReadonlyStatic<typeof EvidenceModel>;
/** One request as evidence, with its response. */
export type RequestEvidence = Evidence['requests'][number];
/** One delivery as evidence, with the response to each attempt. */
export type DeliveryEvidence = Evidence['deliveries'][number];
export type EventEvidence = Evidence['events'][number];

export const noEvidence: Evidence = { requests: [], deliveries: [], events: [], effects: [], state: [], further: 0 };

/** Whether evidence contains any difference from the control runs. */
export const hasDifference = ({ effects, state }: Evidence): boolean => effects.length + state.length > 0;

export interface Finding {
  /** One sentence that describes what happened. */
  readonly message: string;
  /** The finding's location, which an acceptance can name: an operation, an event type, an address. */
  readonly where: string;
  /** The level, if it differs from the level of the rule, as the rule's page explains. */
  readonly level?: Level;
  /**
   * The fix for this finding only, if the rule's own fix covers more: for one adversity, or for a call with other
   * fields.
   */
  readonly fix?: Fix | undefined;
  /** The adversity that caused the finding; null if no adversity caused it. */
  readonly adversity: string | null;
  /** The finding's workspace, if several are judged. */
  readonly workspace?: string;
  /**
   * Whether the finding rests on a difference from the control runs. Such a difference may be chance, and must show
   * again in another run.
   */
  readonly isCompared?: true;
  /**
   * The type of the event, if the finding holds only if the handler of this event made the first request of the
   * evidence.
   */
  readonly callOf?: string;
  /** The type of the event, if the finding rests on what is missing whenever such an event never arrives. */
  readonly effectOf?: string;
  /** Whether the finding holds only if the second request of the evidence repeats the first. */
  readonly isRepetition?: true;
  /** The number of the adversity run that showed the finding. */
  readonly run?: number;
  /** The number of the run that first showed the finding. */
  readonly first?: number;
  readonly evidence: Evidence;
}

export type Verdict =
  /** `undecided` contains what other runs could not decide. */
  | {
      readonly state: 'violation';
      readonly findings: readonly Finding[];
      readonly undecided?: readonly Incomplete[];
    }
  | { readonly state: 'pass' }
  /** The rule could not judge: the reason and the next step. `findings` contains its suspicions. */
  | {
      readonly state: 'incomplete';
      readonly because: string;
      readonly nextStep: string;
      readonly findings: readonly Finding[];
      /** Whether something else explains the suspicions, such as a finding of another run. */
      readonly isExplained?: true;
    }
  /** The rule had no opportunity: what did not happen, and how to make it happen. */
  | { readonly state: 'inapplicable'; readonly because: string; readonly nextStep: string };

/** There was nothing to judge. */
export type Inapplicable = Extract<Verdict, { state: 'inapplicable' }>;

/** A violation may exist, but the run cannot show it. */
export type Incomplete = Extract<Verdict, { state: 'incomplete' }>;

/** The adversity was not tried: it had no opportunity, or the audit cannot cause it. */
export type UntriedVerdict = Inapplicable | Incomplete;

export const pass: Verdict = { state: 'pass' };
/** @param undecided what other runs could not decide */
export const violation = (findings: readonly Finding[], undecided: readonly Incomplete[] = []): Verdict => ({
  state: 'violation',
  findings,
  ...(undecided.length === 0 ? {} : { undecided }),
});
export const incomplete = (because: string, nextStep: string, findings: readonly Finding[] = []): Incomplete => ({
  state: 'incomplete',
  because,
  nextStep,
  findings,
});
/** A violation if there are certain findings; a doubt if there are only suspicions; else a pass. */
export function verdictOf(sure: readonly Finding[], doubt?: Incomplete): Verdict {
  if (sure.length > 0) return violation(sure);
  return doubt === undefined || doubt.findings.length === 0 ? pass : doubt;
}

/**
 * @param because the missing opportunity, such as `No payment was refunded`
 * @param nextStep how to create it, as an instruction
 */
export const inapplicable = (because: string, nextStep: string): Inapplicable => ({
  state: 'inapplicable',
  because,
  nextStep,
});

/** What is undecided in some verdicts with a suspicion that nothing explains. */
const undecidedIn = (verdicts: readonly Verdict[]): Incomplete[] =>
  verdicts.flatMap((verdict) =>
    verdict.state === 'violation'
      ? (verdict.undecided ?? [])
      : verdict.state === 'incomplete' && verdict.findings.length > 0 && verdict.isExplained !== true
        ? verdict
        : [],
  );

/**
 * Combines several verdicts, such as the verdicts of a trial's runs. The worst certain verdict wins. A violation keeps
 * what other runs could not decide.
 */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const violations = verdicts.flatMap((verdict) => (verdict.state === 'violation' ? verdict.findings : []));
  if (violations.length > 0) return violation(violations, undecidedIn(verdicts));
  const unsure = verdicts.filter((verdict) => verdict.state === 'incomplete');
  if (unsure[0] !== undefined) return { ...unsure[0], findings: unsure.flatMap(({ findings }) => findings) };
  return verdicts.find(({ state }) => state === 'pass') ?? verdicts[0] ?? pass;
}
