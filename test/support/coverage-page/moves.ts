import { type AnyLifecycle, sourcesOf } from '../../../src/core/kernel/declare/lifecycle.ts';
import { refusedStatuses } from '../declared.ts';
import type { Observation } from '../observation.ts';
import { type StateRow, specifiedStates, specifiedStatuses, stateWords } from '../specified-states.ts';
import {
  assumedRows,
  type Chapter,
  code,
  codes,
  lifecycles,
  mark,
  operationAt,
  type Row,
  registry,
  type Table,
  triggersOf,
} from './table.ts';

/** Whether a word of the specification stands for a state: by its name, or by the status that it is shown as. */
function isMeant(lifecycle: AnyLifecycle, word: string, state: string): boolean {
  const words = stateWords[word] ?? [word];
  return words.includes(state) || words.includes(lifecycle.statusOf[state]!);
}

/** What is wrong with a row of a state table, beside the moves that it names. */
function faultsOfRow(lifecycle: AnyLifecycle, row: StateRow): string[] {
  const faults: string[] = [];
  const verbs = row.moves.map((move) => [move, lifecycle.moves[move]] as const);
  for (const [move, verb] of verbs) if (verb === undefined) faults.push(`${move} is missing`);
  const [first, last] = [verbs[0]?.[1], verbs.at(-1)?.[1]];
  if (first === undefined || last === undefined) return faults;
  const operation = row.route === undefined ? undefined : operationAt(row.route);
  if (row.route !== undefined && operation === undefined) faults.push(`${row.route} is missing`);
  if (row.refusal !== undefined) {
    if (operation === undefined || !refusedStatuses(operation).includes(row.refusal))
      faults.push(`${row.route} does not answer ${row.refusal}`);
    if (row.refusal === 409 && first.refusal !== 409) faults.push('is refused with 400');
    return faults;
  }
  // Moves of one row are steps on the way where it makes an object, else alternatives.
  for (const verb of row.state === '(none)' ? [first] : verbs.flatMap(([, each]) => each ?? [])) {
    const leaves = sourcesOf(verb);
    const meant = lifecycle.states.filter((state) => isMeant(lifecycle, row.state, state));
    const isLeft =
      row.state in stateWords
        ? meant.every((state) => leaves.includes(state))
        : meant.some((state) => leaves.includes(state));
    if (row.state === '(none)' ? verb.from !== null : meant.length === 0 || !isLeft) {
      faults.push(`leaves from ${leaves.join(', ') || '(none)'}`);
    }
  }
  for (const { to } of row.state === '(none)' ? [last] : verbs.flatMap(([, verb]) => verb ?? [])) {
    if (!isMeant(lifecycle, row.next, to)) faults.push(`leads to ${to}`);
  }
  for (const type of row.events ?? []) {
    if (!verbs.every(([, verb]) => verb?.emits?.includes(type))) faults.push(`does not send ${type}`);
  }
  const told = new Set(verbs.flatMap(([, verb]) => verb?.emits ?? []));
  for (const type of told) {
    if (!row.events?.includes(type) && registry.events.get(type)?.assumed !== true) faults.push(`sends ${type}`);
  }
  return faults;
}

/** Each row of the state tables with the move behind it, and the moves that stand in none. */
export function movesChapter({ triggered }: Observation): Chapter {
  const untriggered = (noun: string, move: string) =>
    triggersOf(`${noun}.${move}`).some((name) => (triggered.get(name) ?? []).length > 0) ? [] : [`${move}: no trigger`];
  const tables = lifecycles.map((lifecycle): Table => {
    const { noun } = lifecycle;
    const { title, rows } = specifiedStates[noun] ?? { title: titleOf(noun), rows: [] };
    const statuses = specifiedStatuses[noun] ?? [];
    const shown = [...new Set(Object.values(lifecycle.statusOf))];
    const extra = shown.filter((status) => !statuses.includes(status));
    const isNamedHere = (row: StateRow) =>
      row.moves.some((move) => extra.includes(lifecycle.statusOf[lifecycle.moves[move]?.to ?? ''] ?? ''));
    const moveRows = rows.map((row): Row => {
      const faults = [
        ...faultsOfRow(lifecycle, row),
        ...row.moves.flatMap((move) => (lifecycle.moves[move] === undefined ? [] : untriggered(noun, move))),
      ];
      const names = row.moves.map((move) => `${noun}.${move}`);
      return {
        key: `${noun}: ${row.state}, ${row.trigger}${row.condition === undefined ? '' : `, ${row.condition}`}`,
        cells: [
          row.state,
          [row.trigger, ...(row.condition === undefined ? [] : [row.condition])].join(': '),
          row.refusal === undefined ? `${row.next}${isNamedHere(row) ? mark : ''}` : `${row.next}, ${row.refusal}`,
          [...(row.also === undefined ? [] : [row.also]), ...(row.events ?? []).map(code)].join('; '),
          codes(names),
          row.route === undefined
            ? [...new Set(row.moves.map((move) => actorNames[lifecycle.moves[move]?.by ?? 'api']))].join(', ')
            : code(operationAt(row.route)?.id ?? 'missing'),
          codes(names.flatMap(triggersOf)),
        ],
        faults,
      };
    });
    const inRows = rows.flatMap(({ moves }) => moves);
    const beyond = Object.entries(lifecycle.moves).flatMap(([move, verb]) => {
      if (inRows.includes(move)) return [];
      const name = `${noun}.${move}`;
      return [
        [
          `${code(name)}${mark}`,
          `${sourcesOf(verb).join(', ') || '(none)'} → ${verb.to}`,
          actorNames[verb.by],
          codes(verb.emits ?? []),
          codes(triggersOf(name)),
          verb.about,
        ],
      ];
    });
    const statusRemark = [
      statuses.length === 0 ? '' : `Statuses: ${codes(statuses)}.`,
      extra.length === 0 ? '' : `Named by this emulator${mark}: ${codes(extra)}.`,
    ];
    return {
      title,
      columns: ['State', 'Trigger', 'Next state', 'Also happens', 'Move', 'By', '`emulator trigger`'],
      rows: [
        ...moveRows,
        ...statuses
          .filter((status) => !shown.includes(status))
          .map((status) => ({ key: `${noun} status ${status}`, cells: [status], faults: ['no such status'] })),
      ],
      remark: statusRemark.filter((text) => text !== '').join(' '),
      ...assumedRows(['Move', 'From → to', 'By', 'Sends', '`emulator trigger`', 'What it is'], beyond),
    };
  });
  const missing = Object.keys(specifiedStates).filter((noun) => !lifecycles.some((each) => each.noun === noun));
  return {
    title: 'States and moves',
    about:
      'Each row of the state tables. `emulator trigger NAME` makes a move, on a new object or, with `--id`, on one ' +
      'that is there: by its own name, or by the type of the event that it sends. Moves that only follow those of ' +
      'another object have no trigger.',
    tables: [
      ...tables,
      ...missing.map((noun) => ({
        title: specifiedStates[noun]!.title,
        columns: ['State'],
        rows: [{ key: noun, cells: ['**missing**'], faults: ['missing'] }],
      })),
    ],
  };
}

const actorNames = {
  api: 'API',
  network: 'network',
  clock: 'clock',
  developer: 'developer',
  reaction: "another object's move",
} as const;

const titleOf = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('_', ' ');
