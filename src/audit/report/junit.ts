import { xmlText as escaped } from '../../core/base/xml-text.ts';
import type { OutputKind } from '../../core/system/output-file.ts';
import type { Level } from '../rule.ts';
import { findingText } from './evidence-text.ts';
import type { Report, RuleReport } from './models.ts';
import { fails, groupedByPlace } from './report.ts';

export const junitKind: OutputKind = {
  noun: 'JUnit report of an audit',
  example: 'audit.xml',
  isOwn: (beginning) => /^<\?xml [^>]*>\s*<testsuites name="emulator audit"/.test(beginning),
  isStreamable: true,
};

/**
 * The JUnit report for CI pages, with one test case for each rule. A rule that could not judge is skipped, with the
 * reason.
 * @param failOn violations of this level or above are failures; lesser violations are in the output of their test
 * case
 */
export function junitReport(report: Report, failOn: Level): string {
  const { rules } = report;
  const isFailure = (rule: RuleReport) => rule.findings.some((finding) => fails(rule, finding, failOn));
  const failures = rules.filter(isFailure).length;
  const skipped = rules.filter(({ because }) => because !== null).length;
  const cases = rules.map((rule) => {
    const text = groupedByPlace(report, rule.findings)
      .map((group) => findingText(rule, group))
      .join('\n\n');
    const first = rule.findings.find((finding) => fails(rule, finding, failOn))?.message ?? '';
    const inside = isFailure(rule)
      ? `<failure type="${rule.level}" message="${escaped(first)}">${escaped(text)}</failure>`
      : rule.because !== null
        ? `<skipped message="${escaped(`${rule.state}: ${rule.because}. To test it: ${rule.nextStep}.`)}"/>`
        : text === ''
          ? ''
          : `<system-out>${escaped(text)}</system-out>`;
    const [group = ''] = rule.id.split('/');
    return `    <testcase classname="audit.${group}" name="${escaped(rule.id)}" time="${seconds(rule.took)}">${inside}</testcase>`;
  });
  const counts = `tests="${rules.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(report.took)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="emulator audit" ${counts}>
  <testsuite name="emulator audit (${report.way})" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

const seconds = (took: number): string => (took === 0 ? '0' : took.toFixed(3));
