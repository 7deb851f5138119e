import type { Fix } from './fix.ts';
import type { ObservedRun } from './observed/observed-run.ts';
import type { ProbeAnswers } from './receiver/probe-answers.ts';
import type { Trial } from './trial/trial-result.ts';
import type { Level, Verdict } from './verdict.ts';

export * from './verdict.ts';

/**
 * The method of a rule: it judges the record, the responses to odd deliveries, or the same scenario under
 * adversities.
 */
export const ways = ['lint', 'probe', 'trial'] as const;
export type Way = (typeof ways)[number];

/** The outcome of a rule. Reports show all four outcomes. */
export const ruleStates = ['violation', 'pass', 'incomplete', 'inapplicable'] as const;
export type RuleState = (typeof ruleStates)[number];

/** A requirement that an application must meet to stay correct whatever the platform is allowed to do. */
export interface Rule {
  /** The stable name in reports, in the configuration file and in the manual, such as `webhook/slow`. */
  readonly id: string;
  readonly level: Level;
  readonly ways: readonly Way[];
  /** The violation, in one sentence. */
  readonly wrong: string;
  /** Why the violation is harmful in production. */
  readonly why: string;
  readonly fix: Fix;
  /**
   * The part of the specification that permits the platform's behavior, or that requires the application's behavior.
   */
  readonly source: string;
  /** What no trial of the rule tries, and who can try it. Reports show this next to what was tried. */
  readonly untried?: string;
  /** Whether it judges the runs of every adversity, also of those that do not try it. */
  readonly judgesAllRuns?: true;
  /** The adversities whose runs show it what the runs that it judges are compared with. */
  readonly beside?: readonly string[];
  /** Whether only control runs with the same order of events can serve the rule. */
  readonly needsControlsInOneOrder?: true;
  /** Whether a violation can hide others, so that each kind of its run is tried apart. */
  readonly splitsByKind?: true;
  readonly lint?: (record: ObservedRun) => Verdict;
  /** Judges the same scenario under adversities; null if no adversity of the rule was tried. */
  readonly trial?: (trial: Trial) => Verdict | null;
  /** Judges a receiver's responses to genuine, forged and odd deliveries. */
  readonly probe?: (answers: ProbeAnswers) => Verdict;
}

/** The anchor of a rule in `docs/audit.md`. */
export const anchorOf = (id: string): string => `docs/audit.md#${id.replaceAll('/', '')}`;
