import type { OutputOptions } from '../../core/system/output-file.ts';
import type { ReportOptions } from '../audit-report.ts';

/** When a record is written. */
export const recordWhens = ['always', 'failure'] as const;

/** Whether a record contains the output of the command. */
export const recordOutputs = ['always', 'never'] as const;

/** The options of commands that record the run of another command. */
export interface RecordingOptions extends OutputOptions {
  readonly record?: string;
  readonly recordWhen?: (typeof recordWhens)[number];
  /** The largest record, in bytes. */
  readonly recordLimit?: number;
  readonly recordOutput?: (typeof recordOutputs)[number];
}

/** The options of `exec`, in addition to those of its emulator. */
export interface ExecCommandOptions extends ReportOptions, RecordingOptions {
  readonly keep?: string;
  readonly audit?: boolean;
}
