import type { Observation } from '../observation.ts';
import { specifiedScopes } from '../specification.ts';
import { specifiedNumbers, specifiedRules } from '../specified-behaviour.ts';
import { specifiedClientNumbers } from '../specified-client.ts';
import { type Chapter, code, codes, operations, routeOf } from './table.ts';

/** Each limit with the number that was measured. */
export function limitsChapter({ numbers, client }: Observation): Chapter {
  const measured: Readonly<Record<string, number>> = { ...numbers, ...client.numbers };
  const all = [...specifiedNumbers, ...specifiedClientNumbers].sort(([one], [other]) => Number(one) - Number(other));
  return {
    title: 'Limits',
    about: 'Each limit with a number, and the number that was measured.',
    tables: [
      {
        title: 'Numbers',
        columns: ['No.', 'Limit', 'Specification', 'Emulator'],
        rows: all.map(([no, name, says, value]) => ({
          key: `limit ${name}`,
          cells: [no, says, String(value), String(measured[name])],
          faults: measured[name] === value ? [] : [`is ${measured[name]}`],
        })),
      },
    ],
  };
}

/** Each rule of the keys with what came of trying it, and each scope. */
export function authenticationChapter({ rules }: Observation): Chapter {
  return {
    title: 'Authentication',
    about: 'Each rule for callers of the merchant API and receivers of webhooks, and what came of trying it.',
    tables: [
      {
        title: 'Rules',
        columns: ['No.', 'Rule', 'Seen'],
        rows: specifiedRules.map(([no, name, says, outcome]) => ({
          key: `rule ${name}`,
          cells: [no, says, rules[name]],
          faults: rules[name] === outcome ? [] : [`${rules[name]} instead of ${outcome}`],
        })),
      },
      {
        title: 'Scopes',
        columns: ['Scope', 'Operations'],
        rows: Object.entries(specifiedScopes).map(([scope, routes]) => {
          const own = operations.filter((operation) => operation.scope === scope);
          const found = own.map(routeOf);
          const isSame = routes.length === found.length && routes.every((route) => found.includes(route));
          return {
            key: `scope ${scope}`,
            cells: [code(scope), codes(own.map(({ id }) => id)) || '**missing**'],
            faults: isSame ? [] : [`guards ${found.join(', ') || 'nothing'}`],
          };
        }),
      },
    ],
  };
}
