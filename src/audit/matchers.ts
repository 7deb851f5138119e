import { didYouMean } from '../core/base/closest.ts';
import type { Report } from './report/models.ts';
import { failsOn, openFindings } from './report/report.ts';
import { type Level, levels } from './rule.ts';

/** The report of `audit()`. Converted to text, it is the terminal report. */
export type AuditReport = Report & { toString(): string };

export interface NoViolationsOptions {
  /** Violations of this level or above fail the test. Default `error`. */
  readonly failOn?: Level;
}

/** For `expect.extend`: `expect(await emulator.audit()).toHaveNoViolations()`. */
export const auditMatchers = {
  /** Passes if the audit found no unaccepted violation of this level or above. */
  toHaveNoViolations(report: AuditReport, { failOn = 'error' }: NoViolationsOptions = {}) {
    if (typeof report !== 'object' || report === null || !Array.isArray(report.rules)) {
      throw new TypeError(
        'toHaveNoViolations expects the result of audit(), as in expect(await emulator.audit()).toHaveNoViolations().',
      );
    }
    if (!levels.includes(failOn)) {
      const hint = didYouMean(String(failOn), levels);
      throw new TypeError(`failOn must be one of ${levels.join(', ')}; you passed ${String(failOn)}.${hint}`);
    }
    const pass = !failsOn(report, failOn);
    const found = openFindings(report).length;
    return {
      pass,
      message: () =>
        pass ? `The audit found no violation of level ${failOn} or above, and ${found} below it.` : String(report),
    };
  },
};
