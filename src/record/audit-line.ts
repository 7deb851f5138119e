/* The report of an audit, which its record has beside its runs. */

/** A run of an audit. */
export interface AuditRun {
  /** The name of the run, unique in the audit: `control`, `webhook-twice`. */
  readonly name: string;
  /** The number of the run, which the command got as `EMULATOR_RUN`. */
  readonly number: number;
  /** The adversity of the run; null in a control. */
  readonly adversity: string | null;
  /** The last words that the command of the run printed. */
  readonly said: string;
  /** Whether the run continues where the emulator of the run before was killed. */
  readonly goesOn: boolean;
}

/** A finding of an audit, as its record contains it. */
export interface AuditFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly adversity: string | null;
  /** What the platform does under the adversity; null without an adversity. */
  readonly does: string | null;
  /** The reason why somebody accepted the finding; null: nobody accepted it. */
  readonly accepted: string | null;
  readonly why: string;
  readonly mend: string;
  /** The command that repeats this finding alone. `more`: the section of the manual on its rule. */
  readonly repeat: string;
  readonly more: string;
  /** The run that shows the finding. `control`: the run to compare with; null: the finding is in a control. */
  readonly run: string;
  readonly control: string | null;
  /** The place just after the evidence, as `--at` takes it; null: no single place shows the finding. */
  readonly at: string | null;
  /** The ids of the requests, events and deliveries that prove the finding. */
  readonly evidence: readonly string[];
  /** How the application's writes (`effects`) and its own state differ from the controls, a line each. */
  readonly effects: readonly string[];
  readonly state: readonly string[];
}

export interface AuditSummary {
  /** The judged runs, in a sentence. */
  readonly about: string;
  /** The runs, in their order in time. */
  readonly runs: readonly AuditRun[];
  /** The findings, the worst first. */
  readonly findings: readonly AuditFinding[];
}

/** The last line of a record of several runs. */
export interface AuditLine {
  readonly audit: AuditSummary;
}
