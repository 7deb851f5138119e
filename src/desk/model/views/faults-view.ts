import { dim } from '../cells.ts';
import { shortId, words } from '../format.ts';
import type { Row, View } from './view.ts';

const pairs = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : String(each)}`)
    .join(', ');

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
  rows: (session) => [
    ...session.lists.faults.items.map(
      (fault): Row => ({
        key: fault.id,
        target: { type: 'fault', fault },
        facts: () => ({
          text: () => `fault ${words(fault.kind)} ${fault.on} ${fault.id}`,
          type: fault.kind,
          at: fault.created_at,
          isProblem: false,
        }),
        cells: () => [
          dim('fault'),
          `${words(fault.kind)}${fault.status === null ? '' : ` ${fault.status}`}${fault.ms === null ? '' : ` ${fault.ms} ms`}`,
          fault.on,
          { text: `${fault.used} of ${fault.times ?? 'every'}`, tone: fault.spent ? 'dim' : 'wait' },
          dim(shortId(fault.id)),
        ],
      }),
    ),
    ...session.lists.rules.items.map(
      (rule): Row => ({
        key: rule.id,
        target: { type: 'rule', rule },
        facts: () => ({
          text: () => `rule ${pairs(rule.when)} ${pairs(rule.then)} ${rule.id}`,
          isProblem: false,
        }),
        cells: () => [
          dim('rule'),
          pairs(rule.then),
          pairs(rule.when) || 'always',
          rule.spent ? dim('spent') : { text: rule.matched === 0 ? '' : `${rule.matched} counted`, tone: 'wait' },
          dim(shortId(rule.id)),
        ],
      }),
    ),
  ],
};
