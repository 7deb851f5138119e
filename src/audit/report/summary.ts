import { clean } from '../../core/base/terminal-text.ts';
import { ruleStates } from '../rule.ts';
import { furtherLine, groupText } from './evidence-text.ts';
import type { Report } from './models.ts';
import { type FindingGroup, groupedByPlace, limitsOf, openFindings, openSteps } from './report.ts';

/** The Markdown report for the job summary: the limits, one row for each violation, and the counts. */
export function summaryReport(report: Report): string {
  const open = report.rules.flatMap((rule) =>
    groupedByPlace(
      report,
      openFindings({ rules: [rule] }).map(({ finding }) => finding),
    ).map((group) => ({ rule, group })),
  );
  const rows = open.map(
    ({ rule, group, group: { finding } }) =>
      `| ${finding.level} | \`${rule.id}\` | ${happened(group)} | ${cell(finding.fix)} | \`${cell(finding.repeat)}\` |`,
  );
  const weak = [
    ...limitsOf(report),
    ...openSteps(report.rules).map(
      ({ nextStep, undecided }) => `${nextStep} (${undecided.map(({ id }) => id).join(', ')})`,
    ),
  ];
  return [
    '## Audit of the integration',
    '',
    cell(report.about),
    '',
    ...(weak.length === 0
      ? []
      : [
          '<details><summary>Limits of this report</summary>',
          '',
          ...weak.map((line) => `- ${cell(line)}`),
          '',
          '</details>',
          '',
        ]),
    ...(rows.length === 0
      ? [report.empty ? 'The record is empty, so no rule was tested.' : 'The audit found no violation.']
      : ['| level | rule | what happened | fix | repeat with |', '|---|---|---|---|---|', ...rows]),
    '',
    ruleStates.map((state) => `${state}: ${report.counts[state]}`).join(', '),
    '',
  ].join('\n');
}

/** The finding, with the decisive difference. */
function happened(group: FindingGroup): string {
  const { evidence } = group.finding;
  const differences = [...evidence.effects, ...evidence.state, ...furtherLine(evidence)];
  return [groupText(group), ...differences].map(cell).join('<br>');
}

const cell = (text: string): string => clean(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');
