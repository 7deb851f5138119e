import { adversities } from '../../../src/audit/adversities/adversities.ts';
import { rules } from '../../../src/audit/catalogue.ts';
import { fixText } from '../../../src/audit/fix.ts';
import { anchorOf } from '../../../src/audit/rule.ts';
import { code, grid } from '../markdown.ts';

const linkTo = (id: string): string => `[${code(id)}](${anchorOf(id).replace('docs/audit.md', '')})`;

/** The adversities of the audit, and a section for each rule. */
export const auditTables = (): Record<string, readonly string[]> => ({
  adversities: grid(
    ['adversity', 'platform behavior', 'permitted by', 'judges'],
    adversities.map(({ name, does, permittedBy, rules: judged }) => [
      code(name),
      does,
      permittedBy,
      judged.map(linkTo).join(', '),
    ]),
  ),
  'audit rule sections': rules
    .flatMap(({ id, level, ways, wrong, why, fix, source, untried }) => [
      `### ${id}`,
      '',
      `*${level}; judged by ${ways.join(', ')}.* ${wrong} **Why it hurts.** ${why} **How to fix it.** ${fixText(fix)} **Platform documentation.** ${source}${untried === undefined ? '' : ` **What it does not try.** It leaves out ${untried}.`}`,
      '',
    ])
    .slice(0, -1),
});
