import type { Fact } from '../../../record/stories/facts.ts';
import type { Cell } from '../cells.ts';
import type { Session } from '../session.ts';
import { activityCells, activityFacts } from '../views/activity.ts';
import type { Section } from './structure.ts';

/** The maximum number of rows to show in a section. */
const mostShown = 20;

/** The problems in the latest section that has a mark's name, such as the name of a test. */
export function problemsIn({ timeline }: Session, mark: string): Section[] {
  const facts = timeline.facts();
  const noteOf = (fact: Fact) => (fact.type === 'root' && fact.group.note?.kind === 'marker' ? fact.group.note : null);
  const from = facts.findLastIndex((fact) => noteOf(fact)?.mark === mark && noteOf(fact)?.tone !== 'bad');
  if (from === -1) return [];
  const behind = facts.slice(from + 1);
  const end = behind.findIndex((fact) => noteOf(fact) !== null);
  const section = end === -1 ? behind : behind.slice(0, end);
  const problems = section.filter((fact) => activityFacts(fact, activityCells(fact, true)).isProblem);
  const rows = problems.slice(0, mostShown).map((fact): Cell[] => {
    const [at = '', what = '', answer = '', ...rest] = activityCells(fact, true);
    return [at, what, answer, rest.at(-1) ?? ''];
  });
  const more = problems.length - rows.length;
  if (more > 0) rows.push(['', `and ${more.toLocaleString('en-US')} more`]);
  if (rows.length > 0) return [{ heading: 'What went wrong', blocks: [{ type: 'table', rows }] }];
  const last = end === -1 ? null : noteOf(behind[end]!);
  const hasFailed = last?.tone === 'bad' && last.mark === mark;
  const text = 'All calls and webhooks in this section succeeded; the output of the test shows why it failed.';
  return hasFailed ? [{ heading: 'What went wrong', blocks: [{ type: 'lines', lines: [[{ text }]] }] }] : [];
}
