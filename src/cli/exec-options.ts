import type { ReportOptions } from './audit-report.ts';

/** When `exec` writes its record. */
export const recordWhens = ['always', 'failure'] as const;

/** What `exec` takes beside the options of its emulator. */
export interface ExecCommandOptions extends ReportOptions {
  readonly keep?: string;
  readonly audit?: boolean;
  readonly record?: string;
  readonly recordWhen?: (typeof recordWhens)[number];
  /** Bytes. */
  readonly recordLimit?: number;
}
