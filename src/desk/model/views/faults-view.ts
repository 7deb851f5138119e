import { dim } from '../cells.ts';
import { shortId, words } from '../format.ts';
import { conditionWords, effectWords } from '../rule-words.ts';
import type { Row, View } from './view.ts';

type SpentRow = Row & { readonly isSpent: boolean };

/** Active faults and rules first, then those that no longer take effect. */
const activeFirst = (rows: readonly SpentRow[]): Row[] =>
  rows.toSorted((a, b) => Number(a.isSpent) - Number(b.isSpent));

/** The view of injected faults and of the workspace's rules. */
export const faults: View = {
  name: 'faults',
  place: 12,
  title: 'Faults',
  brief: 'Fault',
  empty: ({ fault }) => `This workspace has no faults or rules. ${fault} to inject a fault or add a rule.`,
  columns: [
    { name: '', rank: 2 },
    { name: 'what', rank: 0 },
    { name: 'where or when', rank: 0 },
    { name: 'happened', rank: 1 },
    { name: 'id', rank: 4 },
  ],
  lists: ({ lists }) => [lists.faults, lists.rules],
  badge: ({ status }) => {
    const number = (status?.faults.length ?? 0) + (status?.rules.length ?? 0);
    return number === 0 ? null : { text: String(number), tone: 'wait' };
  },
  rows: (session) =>
    activeFirst([
      ...session.lists.faults.items.map(
        (fault): SpentRow => ({
          key: fault.id,
          isSpent: fault.spent,
          target: { type: 'fault', fault },
          facts: () => ({
            text: () => `fault ${words(fault.kind)} ${fault.on} ${fault.details} ${fault.id}`,
            type: fault.kind,
            at: fault.created_at,
            isProblem: false,
          }),
          cells: () => [
            dim('fault'),
            words(fault.kind),
            fault.details === '' ? fault.on : `${fault.on}: ${fault.details}`,
            { text: `${fault.used} of ${fault.times ?? 'every'}`, tone: fault.spent ? 'dim' : 'wait' },
            dim(shortId(fault.id)),
          ],
        }),
      ),
      ...session.lists.rules.items.map(
        (rule): SpentRow => ({
          key: rule.id,
          isSpent: rule.spent,
          target: { type: 'rule', rule },
          facts: () => ({
            text: () =>
              `rule ${conditionWords(rule.when)} ${effectWords(rule.then)} ${Object.values(rule.then).join(' ')} ${rule.id}`,
            isProblem: false,
          }),
          cells: () => [
            dim('rule'),
            effectWords(rule.then),
            conditionWords(rule.when),
            rule.spent ? dim('spent') : { text: rule.matched === 0 ? '' : `${rule.matched} counted`, tone: 'wait' },
            dim(shortId(rule.id)),
          ],
        }),
      ),
    ]),
};
