import type { ClientObservation } from '../client-observation.ts';
import { clientOperations } from '../declared.ts';
import { specifiedClientRoutes, specifiedClientRules, specifiedPayAnswers } from '../specified-client.ts';
import { assumedRows, type Chapter, code, mark, type Row, routeOf } from './table.ts';

/** What of the client API stands in no row of the specification, and is not marked as assumed. */
export const clientStrays = (): string[] =>
  clientOperations
    .filter((operation) => operation.assumed !== true && !isListed(operation))
    .map(({ id }) => `client operation ${id}`);

const isListed = (operation: { method: string; path: string }): boolean =>
  specifiedClientRoutes.some(([, route]) => route === routeOf(operation));

/** The client API: its rows, and what came of trying what is said of them. */
export function clientChapter({ answers, rules }: ClientObservation): Chapter {
  const tried = (kind: string, name: string, says: string, expected: string, seen: string): Row => ({
    key: `${kind} ${name}`,
    cells: [says, expected, seen],
    faults: seen === expected ? [] : [`${seen} instead of ${expected}`],
  });
  return {
    title: 'Client API',
    about: 'What buyers and recipients call without a key, and what came of trying it.',
    tables: [
      {
        title: 'Client operations',
        columns: ['Row', 'Route', 'Operation'],
        rows: specifiedClientRoutes.map(([row, route, note]): Row => {
          const operation = clientOperations.find((each) => routeOf(each) === route);
          const isMarked = operation?.assumed === true;
          return {
            key: route,
            cells: [row, `${code(route)}${note === undefined ? '' : mark}`, code(operation?.id ?? 'none')],
            faults: [
              ...(operation === undefined ? ['missing'] : []),
              ...(isMarked === (note !== undefined) ? [] : [isMarked ? 'marked as assumed' : 'not marked as assumed']),
            ],
          };
        }),
        ...assumedRows(
          ['Operation', 'Route'],
          clientOperations
            .filter((operation) => !isListed(operation))
            .map((operation) => [`${code(operation.id)}${mark}`, code(routeOf(operation))]),
        ),
      },
      {
        title: 'Pay responses',
        columns: ['Row', 'Specification', 'Seen'],
        rows: specifiedPayAnswers.map(([name, says, expected]) => tried('pay', name, says, expected, answers[name])),
      },
      {
        title: 'Rules of the client API',
        columns: ['Rule', 'Expected', 'Seen'],
        rows: specifiedClientRules.map(([name, says, expected]) =>
          tried('client rule', name, says, expected, rules[name]),
        ),
      },
    ],
  };
}
