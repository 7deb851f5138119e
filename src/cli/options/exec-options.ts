import type { OutputOptions } from '../../core/system/output-file.ts';
import type { ReportOptions } from '../audit-report.ts';

/** When a record is written. */
export const recordWhens = ['always', 'failure'] as const;

/** Whether a record has what the command printed. */
export const recordOutputs = ['always', 'never'] as const;

/** The options of commands that leave a record of what they run. */
export interface RecordingOptions extends OutputOptions {
  readonly record?: string;
  readonly recordWhen?: (typeof recordWhens)[number];
  /** Bytes. */
  readonly recordLimit?: number;
  readonly recordOutput?: (typeof recordOutputs)[number];
}

/** What `exec` takes beside the options of its emulator. */
export interface ExecCommandOptions extends ReportOptions, RecordingOptions {
  readonly keep?: string;
  readonly audit?: boolean;
}
