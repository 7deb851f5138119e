import type { ObservedRun } from './observed/observed-run.ts';
import type { ProbeAnswers } from './receiver/probe-answers.ts';
import type { Trial } from './trial/trial-result.ts';
import type { Level, Verdict } from './verdict.ts';

/** Rules answer with verdicts. */
export * from './verdict.ts';

/**
 * The method of a rule: it judges the record, the answers to odd deliveries, or the same scenario under adversities.
 */
export const ways = ['lint', 'probe', 'trial'] as const;
export type Way = (typeof ways)[number];

/** The outcome of a rule. Reports show all four outcomes. */
export const ruleStates = ['violation', 'pass', 'incomplete', 'inapplicable'] as const;
export type RuleState = (typeof ruleStates)[number];

/** A requirement that an application must meet to stay correct when the platform uses its freedoms. */
export interface Rule {
  /** The stable name in reports, in the configuration file and in the manual: `webhook/slow`. */
  readonly id: string;
  readonly level: Level;
  readonly ways: readonly Way[];
  /** The violation, in one sentence. */
  readonly wrong: string;
  /** Why the violation does harm in production. */
  readonly why: string;
  /** The fix. */
  readonly mend: string;
  /** The part of the specification that permits the platform's behavior or requires the application's. */
  readonly says: string;
  /** What no trial of the rule tries, and who can: reports tell it beside what was tried. */
  readonly untried?: string;
  /** Judges the record. */
  readonly lint?: (record: ObservedRun) => Verdict;
  /** Judges the same scenario under adversities; null if no adversity of the rule was tried. */
  readonly trial?: (trial: Trial) => Verdict | null;
  /** Judges the answers of a receiver to true, forged and odd deliveries. */
  readonly probe?: (answers: ProbeAnswers) => Verdict;
}

/** The anchor of a rule in `docs/audit.md`. */
export const anchorOf = (id: string): string => `docs/audit.md#${id.replaceAll('/', '')}`;
