/* The report of an audit, which its record has beside its runs. */

/** A run of an audit. */
export interface AuditRun {
  /** The name of the run, which is unique in the audit: `control`, `webhook-twice`. */
  readonly name: string;
  /** The number of the run, which the command received as `EMULATOR_RUN`. */
  readonly number: number;
  /** The adversity of the run; null for a control run. */
  readonly adversity: string | null;
  /** The last message that the command of the run printed. */
  readonly said: string;
  /** Whether the run continues at the point where the previous run's emulator was killed. */
  readonly goesOn: boolean;
}

/** A finding of an audit, as stored in its record. */
export interface AuditFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly adversity: string | null;
  /** What the platform does under the adversity; null if there is no adversity. */
  readonly does: string | null;
  /** The reason why the finding was accepted; null if it was not accepted. */
  readonly accepted: string | null;
  readonly why: string;
  readonly fix: string;
  /** The command that repeats only this finding. `more`: the section of the manual about its rule. */
  readonly repeat: string;
  readonly more: string;
  /** The run that shows the finding. `control`: the run to compare with; null if the finding is in a control run. */
  readonly run: string;
  readonly control: string | null;
  /** The place just after the evidence, in the form that `--at` accepts; null if no single place shows the finding. */
  readonly at: string | null;
  /** The ids of the requests, events and deliveries that are the evidence for the finding. */
  readonly evidence: readonly string[];
  /**
   * The differences from the control runs in the application's writes (`effects`) and in its own state, one per line.
   */
  readonly effects: readonly string[];
  readonly state: readonly string[];
}

export interface AuditSummary {
  /** The runs that were judged, described in a sentence. */
  readonly about: string;
  /** The runs, in chronological order. */
  readonly runs: readonly AuditRun[];
  /** The findings, most severe first. */
  readonly findings: readonly AuditFinding[];
}

/** The last line of a record with several runs. */
export interface AuditLine {
  readonly audit: AuditSummary;
}
