import { adversities } from '../../../audit/adversities/adversities.ts';
import { judgeLog } from '../../../audit/trial/judge-log.ts';
import { checkedAcceptances, checkReportPaths, type ReportOptions, tellReport } from '../../audit-report.ts';
import { wrongUsage } from '../../failure.ts';
import type { RecordingOptions } from '../../options/exec-options.ts';
import { readKeptLog } from '../../record/kept-log.ts';
import type { Session } from '../../session.ts';
import { failedStatus } from './failed-status.ts';

/** The options that judge a kept log. */
export interface LogFlags extends ReportOptions, RecordingOptions {
  readonly log: string;
}

/** Judges the log of an earlier trial, and runs nothing. @returns the exit status */
export async function auditLog({ out, file }: Session, options: LogFlags, words: readonly string[]): Promise<number> {
  if (words.length > 0) {
    throw wrongUsage('--log judges an earlier audit and runs no command. Leave out the command, or leave out --log.');
  }
  if (options.record !== undefined) {
    throw wrongUsage('--record needs runs, and --log performs none. Use --record when you run the command.');
  }
  checkReportPaths(options);
  const names = adversities.map(({ name }) => name);
  const accept = checkedAcceptances(file, options, names);
  const log = readKeptLog(options.log);
  const { only = log.options.only, skip = log.options.skip, failOn = log.options.failOn } = options;
  try {
    // Without acceptances of its own, a folder uses those of the folder in which the log was written.
    const accepted = accept === undefined || accept.length === 0 ? log.options.accept : accept;
    const report = judgeLog({ ...log, options: { ...log.options, only, skip, accept: accepted } });
    return await tellReport(report, out, { ...options, failOn }, (document, human) => out.document(document, human));
  } catch (error) {
    return await failedStatus(error);
  }
}
