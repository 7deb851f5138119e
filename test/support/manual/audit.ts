import { adversities } from '../../../src/audit/adversities/adversities.ts';
import { rules } from '../../../src/audit/catalogue.ts';
import { anchorOf } from '../../../src/audit/rule.ts';
import { code, grid } from '../markdown.ts';

const linkTo = (id: string): string => `[${code(id)}](${anchorOf(id).replace('docs/audit.md', '')})`;

/** The tables of the audit: the rules, the adversities, and a section for each rule with what the table does not have. */
export const auditTables = (): Record<string, readonly string[]> => ({
  'audit rules': grid(
    ['rule', 'level', 'judged by', 'wrong when'],
    rules.map(({ id, level, ways, wrong }) => [linkTo(id), level, ways.join(', '), wrong]),
  ),
  adversities: grid(
    ['adversity', 'what the platform does', 'permitted by', 'judges'],
    adversities.map(({ name, does, permittedBy, rules: judged }) => [
      code(name),
      does,
      permittedBy,
      judged.map(linkTo).join(', '),
    ]),
  ),
  'audit rule sections': rules
    .flatMap(({ id, why, mend, says, untried }) => [
      `### ${id}`,
      '',
      `**Why it hurts.** ${why} **How to mend it.** ${mend} **What the platform says.** ${says}${untried === undefined ? '' : ` **What it does not try.** It leaves out ${untried}.`}`,
      '',
    ])
    .slice(0, -1),
});
