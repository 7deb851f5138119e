import { clean } from '../../text.ts';
import { ruleStates } from '../rule.ts';
import { openFindings, type Report } from './report.ts';

/** The report in Markdown, for the summary of a job: what weakens it, a row a violation, the counts. */
export function summaryReport(report: Report): string {
  const open = openFindings(report);
  const rows = open.map(
    ({ rule, finding }) =>
      `| ${finding.level} | \`${rule.id}\` | ${cell(finding.adversity === null ? finding.message : `Under ${finding.adversity}: ${finding.message}`)} | ${cell(finding.mend)} | \`${cell(finding.repeat)}\` |`,
  );
  const weak = [
    ...report.controls.notRepeatable.map((what) => `Not repeatable, so not judged: ${what}`),
    ...report.weak.map(({ message }) => message),
  ];
  return [
    '## Audit of the integration',
    '',
    cell(report.about),
    '',
    ...(weak.length === 0
      ? []
      : [
          '<details><summary>What this report cannot say</summary>',
          '',
          ...weak.map((line) => `- ${cell(line)}`),
          '',
          '</details>',
          '',
        ]),
    ...(rows.length === 0
      ? ['No violation was found.']
      : ['| level | rule | what happened | how to mend it | repeat |', '|---|---|---|---|---|', ...rows]),
    '',
    ruleStates.map((state) => `${state}: ${report.counts[state]}`).join(', '),
    '',
  ].join('\n');
}

const cell = (text: string): string => clean(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');
