import type { Observation } from '../observation.ts';
import { specifiedRoutes, specifiedScopes, specifiedSections } from '../specification.ts';
import { specifiedCauses } from '../specified-behaviour.ts';
import { specifiedStates } from '../specified-states.ts';
import {
  assumedOperations,
  assumedRows,
  type Chapter,
  code,
  codes,
  mark,
  operationAt,
  type Row,
  routeOf,
  type Table,
  triggersOf,
} from './table.ts';

const movesAt = (route: string): string[] =>
  Object.entries(specifiedStates).flatMap(([noun, { rows }]) =>
    rows
      .filter((row) => row.route === route && row.refusal === undefined)
      .flatMap(({ moves }) => moves.map((move) => `${noun}.${move}`)),
  );

/** The operation tables: each row of the merchant API, the operation behind it, its moves, events and triggers. */
export function operationsChapter({ causes }: Observation): Chapter {
  const scopes = new Map(Object.entries(specifiedScopes).flatMap(([scope, routes]) => routes.map((at) => [at, scope])));
  const rowOf = (line: string): Row => {
    const [method, path, ...statuses] = line.split(' ');
    const route = `${method} ${path}`;
    const operation = operationAt(route);
    if (operation === undefined) {
      return {
        key: route,
        cells: [code(route), statuses.join(', '), '**missing**', '', '', '', ''],
        faults: ['missing'],
      };
    }
    const sent = causes.get(operation.id) ?? new Set();
    const faults = [
      ...(operation.assumed === true ? ['marked as assumed'] : []),
      ...(String(operation.status) === statuses[0] ? [] : [`answers ${operation.status}`]),
      ...(operation.scope === scopes.get(route) ? [] : [`needs the scope ${operation.scope}`]),
      ...specifiedCauses
        .filter(([at, type]) => at === route && !sent.has(type))
        .map(([, type]) => `does not send ${type}`),
    ];
    const needs = [
      accessNames[operation.access ?? 'public'],
      ...(operation.scope === undefined ? [] : [code(operation.scope)]),
      ...(operation.capability === undefined ? [] : [operation.capability.name]),
    ];
    const moves = movesAt(route);
    return {
      key: route,
      cells: [
        code(route),
        statuses.join(', '),
        code(operation.id),
        needs.join(', '),
        codes(moves),
        codes(sent),
        codes(moves.flatMap(triggersOf)),
      ],
      faults,
    };
  };
  const tables = Object.entries(specifiedSections).map(
    ([title, heads]): Table => ({
      title,
      columns: ['Route', 'Answers', 'Operation', 'Needs', 'Moves', 'Sends at once', 'Also by `emulator trigger`'],
      rows: specifiedRoutes.filter((line) => heads.includes(line.split(/[ /]/)[2]!)).map(rowOf),
      ...assumedRows(
        ['Operation', 'Route'],
        assumedOperations
          .filter(({ path }) => heads.includes(path.split('/')[1]!))
          .map((operation) => [`${code(operation.id)}${mark}`, code(routeOf(operation))]),
      ),
    }),
  );
  return {
    title: 'Operations',
    about:
      'Each row of the merchant API. "Sends at once" lists the events that a call sends in its own unit of work, as ' +
      'they were seen; what follows later, as a settlement does, stands under [States and moves](#states-and-moves).',
    tables,
  };
}

const accessNames = {
  secret: 'secret key',
  read: 'any key',
  publishable: 'any key',
  app: 'app token',
  public: 'no key',
} as const;
