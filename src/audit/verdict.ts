import type { ReadonlyStatic } from '../core/kernel/declare/schema.ts';
import type { EvidenceModel } from './report/evidence-model.ts';

/** The severity of a violation: an `error` loses money or data, a `warning` may, a `note` makes work harder. */
export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

/** The evidence of a finding. */
export type Evidence = ReadonlyStatic<typeof EvidenceModel>;
/** One request as evidence, with its answer. */
export type RequestEvidence = Evidence['requests'][number];
/** One delivery as evidence, with the answer to each attempt. */
export type DeliveryEvidence = Evidence['deliveries'][number];
/** One event as evidence. */
export type EventEvidence = Evidence['events'][number];

export const noEvidence: Evidence = { requests: [], deliveries: [], events: [], effects: [], state: [], further: 0 };

/** Whether evidence contains any difference from the controls. */
export const hasDifference = ({ effects, state }: Evidence): boolean => effects.length + state.length > 0;

/** One violation. */
export interface Finding {
  /** One sentence that describes the event. */
  readonly message: string;
  /** The finding's place, by which a user accepts the finding: an operation, an event type, an address. */
  readonly where: string;
  /** The level, if it differs from the rule's, as the rule's page explains. */
  readonly level?: Level;
  /**
   * The fix for this finding only, if the rule's own fix covers more: for one adversity, or for a call with other
   * fields.
   */
  readonly mend?: string | undefined;
  /** The adversity that caused the finding; null: no adversity did. */
  readonly adversity: string | null;
  /** The finding's workspace, if several are judged. */
  readonly workspace?: string;
  /**
   * Whether the finding rests on a difference from the controls, which may be chance and must show again in another
   * run.
   */
  readonly isCompared?: true;
  /** The number of the run under an adversity that showed the finding. */
  readonly run?: number;
  /** The number of the run that showed the finding first. */
  readonly first?: number;
  readonly evidence: Evidence;
}

/** The answer of a rule. */
export type Verdict =
  | { readonly state: 'violation'; readonly findings: readonly Finding[] }
  | { readonly state: 'pass' }
  /** The rule could not judge: the reason, and the next step. `findings` holds its suspicions. */
  | {
      readonly state: 'incomplete';
      readonly because: string;
      readonly lets: string;
      readonly findings: readonly Finding[];
    }
  /** The rule had no occasion: what did not happen, and how to make it happen. */
  | { readonly state: 'inapplicable'; readonly because: string; readonly lets: string };

/** There was nothing to judge. */
export type Inapplicable = Extract<Verdict, { state: 'inapplicable' }>;

/** A violation may exist, but the run cannot show it. */
type Incomplete = Extract<Verdict, { state: 'incomplete' }>;

/** The adversity was not tried: it had no occasion, or cannot be caused. */
export type UntriedVerdict = Inapplicable | Incomplete;

export const pass: Verdict = { state: 'pass' };
export const violation = (findings: readonly Finding[]): Verdict => ({ state: 'violation', findings });
export const incomplete = (because: string, lets: string, findings: readonly Finding[] = []): Incomplete => ({
  state: 'incomplete',
  because,
  lets,
  findings,
});
/**
 * @param because the occasion that did not come: `No payment was refunded`
 * @param lets how to make it, as an instruction
 */
export const inapplicable = (because: string, lets: string): Inapplicable => ({ state: 'inapplicable', because, lets });

/** Combines several verdicts, such as those of a trial's runs: the worst certain verdict wins. */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const violations = verdicts.flatMap((verdict) => (verdict.state === 'violation' ? verdict.findings : []));
  if (violations.length > 0) return violation(violations);
  const unsure = verdicts.filter((verdict) => verdict.state === 'incomplete');
  if (unsure[0] !== undefined) return { ...unsure[0], findings: unsure.flatMap(({ findings }) => findings) };
  return verdicts.find(({ state }) => state === 'pass') ?? verdicts[0] ?? pass;
}
