import type { PlannedRun, TrialLog } from '../trial/trial-log.ts';

export interface PlanRule {
  readonly name: string;
  /** What the rule asks for, in one sentence. */
  readonly does: string;
  /** The runs that the rule needs, as far as a log shows them. It may repeat runs that the log has. */
  readonly needs: (log: TrialLog) => readonly PlannedRun[];
}
