import type { ProbeAnswers } from './probe-answers.ts';
import type { RunRecord } from './record.ts';
import type { Trial } from './trial-result.ts';
import type { Level, Verdict } from './verdict.ts';

/** What rules say is told in the words of a verdict. */
export * from './verdict.ts';

/** How a rule is judged: by what was recorded, by odd deliveries to a receiver, by the same scenario under adversities. */
export const ways = ['lint', 'probe', 'trial'] as const;
export type Way = (typeof ways)[number];

/** How a rule ends. None of them is hidden. */
export const ruleStates = ['violation', 'pass', 'incomplete', 'inapplicable'] as const;
export type RuleState = (typeof ruleStates)[number];

/** Something that an application must do to stay right when the platform behaves as it says it may. */
export interface Rule {
  /** `webhook/slow`: stable, it names the rule in reports, in the configuration file and in the manual. */
  readonly id: string;
  readonly level: Level;
  readonly ways: readonly Way[];
  /** What is wrong, in one sentence. */
  readonly wrong: string;
  /** Why that hurts in production. */
  readonly why: string;
  /** How to mend it. */
  readonly mend: string;
  /** What the specification says that permits the platform's behaviour or asks for the application's. */
  readonly says: string;
  /** Judges by what was recorded. */
  readonly lint?: (record: RunRecord) => Verdict;
  /** Judges by what the same scenario did under adversities; null where none of those that it looks at was tried. */
  readonly trial?: (trial: Trial) => Verdict | null;
  /** Judges by what a receiver answered to true, forged and odd deliveries. */
  readonly probe?: (answers: ProbeAnswers) => Verdict;
}

/** Where the manual explains a rule: its anchor in `docs/audit.md`. */
export const anchorOf = (id: string): string => `docs/audit.md#${id.replaceAll('/', '')}`;
