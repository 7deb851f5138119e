import { clean } from '../../core/base/terminal-text.ts';
import { ruleStates } from '../rule.ts';
import { furtherLine, groupText } from './evidence-text.ts';
import type { Report } from './models.ts';
import { type FindingGroup, limitsOf, openRules, openSteps } from './report.ts';

/** The Markdown report for the job summary: the limits, one row for each violation, and the counts. */
export function summaryReport(report: Report): string {
  const rows = openRules(report).flatMap(({ rule: { id }, groups }) =>
    groups.map((group) => {
      const { level, fix, repeat } = group.finding;
      return `| ${level} | \`${id}\` | ${happened(group)} | ${cell(fix)} | \`${cell(repeat)}\` |`;
    }),
  );
  const steps = openSteps(report.rules).map(({ nextStep, ids }) => `${nextStep} (${ids.join(', ')})`);
  const weak = [...limitsOf(report), ...steps];
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
  const [deciding, ...others] = [...evidence.effects, ...evidence.state];
  const further = furtherLine({ ...evidence, further: evidence.further + others.length });
  const differences = [...(deciding === undefined ? [] : [deciding]), ...further];
  return [groupText(group), ...differences].map(cell).join('<br>');
}

const cell = (text: string): string => clean(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');
