import type { ComparisonFinding } from '../../../sandbox/control/wire.ts';
import { bold, dim, type Span } from '../cells.ts';
import type { View } from './view.ts';

export const differenceTones = {
  behaviour: 'bad',
  specification: 'wait',
  assumption: 'plain',
} as const satisfies Record<ComparisonFinding['kind'], Span['tone']>;

/** The differences between the service and the emulator that a comparison found. */
export const comparison: View = {
  name: 'comparison',
  place: 16,
  title: 'Comparison',
  brief: 'Comp',
  empty: () => 'The comparison found no differences.',
  columns: [
    { name: 'kind', rank: 0 },
    { name: 'operation', rank: 0 },
    { name: 'place', rank: 0 },
    { name: 'seen', right: true, rank: 2 },
    { name: 'what differs', rank: 1 },
  ],
  lists: ({ lists }) => [lists.comparison],
  isQuiet: true,
  badge: ({ status }) => ({ text: (status?.comparison ?? 0).toLocaleString('en-US'), tone: 'dim' }),
  rows: ({ lists }) =>
    lists.comparison.items.map((difference) => {
      const { id, kind, operation, place, says, seen, of } = difference;
      return {
        key: id,
        target: { type: 'difference', difference },
        facts: () => ({
          text: () => `${kind} ${operation} ${place} ${says}`,
          type: operation,
          state: kind,
          isProblem: kind === 'behaviour',
        }),
        cells: () => [
          { text: kind, tone: differenceTones[kind] },
          operation,
          bold(place),
          dim(`${seen} of ${of}`),
          says,
        ],
      };
    }),
};
