import { didYouMean } from '../core/base/closest.ts';
import type { Report } from './report/models.ts';
import { failsOn, openFindings } from './report/report.ts';
import { type Level, levels } from './rule.ts';

/** The report of `audit()`; as text it is the terminal report. */
export type AuditReport = Report & { toString(): string };

export interface NoViolationsOptions {
  /** Violations from this level on fail the test. Default `error`. */
  readonly failOn?: Level;
}

/** For `expect.extend`: `expect(await emulator.audit()).toHaveNoViolations()`. */
export const auditMatchers = {
  /** The audit found no violation of this level or above that is not accepted. */
  toHaveNoViolations(report: AuditReport, { failOn = 'error' }: NoViolationsOptions = {}) {
    if (typeof report !== 'object' || report === null || !Array.isArray(report.rules)) {
      throw new TypeError('toHaveNoViolations looks at what audit() gives: expect(await emulator.audit()).');
    }
    if (!levels.includes(failOn)) {
      const hint = didYouMean(String(failOn), levels);
      throw new TypeError(`failOn is ${levels.join(', ')}, not ${String(failOn)}.${hint}`);
    }
    const pass = !failsOn(report, failOn);
    const found = openFindings(report).length;
    return {
      pass,
      message: () =>
        pass ? `The audit found nothing of level ${failOn} or above; ${found} below it.` : String(report),
    };
  },
};
