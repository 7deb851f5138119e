/* What the record of an audit says beside its runs. */

/** A run of an audit. */
export interface ToldRun {
  /** Unlike those of the others: `control`, `webhook-twice`. */
  readonly name: string;
  /** Its number, which the command got as `EMULATOR_RUN`. */
  readonly number: number;
  /** Null in a control. */
  readonly adversity: string | null;
  /** The last words of its command. */
  readonly said: string;
  /** Whether it goes on where the emulator of the run before it was killed. */
  readonly goesOn: boolean;
}

/** What an audit found, as its record tells it. */
export interface ToldFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly adversity: string | null;
  /** What the platform does under it. */
  readonly does: string | null;
  /** Why somebody accepted it; null where nobody did. */
  readonly accepted: string | null;
  readonly why: string;
  readonly mend: string;
  /** The command that repeats just it, and the section of the manual on its rule. */
  readonly repeat: string;
  readonly more: string;
  /** The run that shows it, and the control to compare it with; null where the control itself shows it. */
  readonly run: string;
  readonly control: string | null;
  /** The place behind what shows it, as `--at` takes it; null where nothing alone does. */
  readonly at: string | null;
  /** The ids of the requests, events and deliveries that it rests on. */
  readonly evidence: readonly string[];
  /** How the application's writes, and its own state, differ from the controls, a line each. */
  readonly effects: readonly string[];
  readonly state: readonly string[];
}

export interface ToldAudit {
  /** What was judged, in a sentence. */
  readonly about: string;
  /** The runs, in the order in which they follow each other. */
  readonly runs: readonly ToldRun[];
  /** The worst first. */
  readonly findings: readonly ToldFinding[];
}

/** The last line of a record of several runs. */
export interface AuditLine {
  readonly audit: ToldAudit;
}
