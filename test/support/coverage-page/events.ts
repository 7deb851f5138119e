import type { Observation } from '../observation.ts';
import { specifiedEvents } from '../specified-behaviour.ts';
import {
  assumedRows,
  type Chapter,
  code,
  codes,
  fieldsOf,
  lifecycles,
  mark,
  type Row,
  registry,
  specifiedSlices,
  triggers,
} from './table.ts';

/** What an event carries beyond its row, where its payload says that it is assumed. */
const assumedFieldsOf = (type: string): string[] => fieldsOf(registry.events.get(type)?.payload ?? {}).assumed;

/** The moves and the operations that send an event. */
const sendersOf = (type: string): string[] => [
  ...lifecycles.flatMap(({ noun, moves }) =>
    Object.entries(moves)
      .filter(([, { emits }]) => emits?.includes(type))
      .map(([name]) => `${noun}.${name}`),
  ),
  ...specifiedSlices.flatMap(({ operations }) =>
    operations.filter(({ emits = [] }) => emits.some((event) => event.type === type)).map(({ id }) => id),
  ),
];

/** The command that triggers an event; nothing where no trigger has its name. */
const commandOf = (type: string): string => (triggers.some(({ name }) => name === type) ? code(`trigger ${type}`) : '');

/** The fields in words; where an earlier row has the same ones, its name. */
function fieldsCell(type: string, fields: readonly string[]): string[] {
  const [first = type] = Object.entries(specifiedEvents).find(([, row]) => row.fields === fields) ?? [];
  return first === type ? fields.map(code) : [`as ${code(first)}`];
}

/** Each event type with its payload, as it was seen. */
export function eventsChapter({ causes, payloads, triggered }: Observation): Chapter {
  const rows = Object.entries(specifiedEvents).map(([type, { when, fields, sometimes = [] }]): Row => {
    const seen = payloads.get(type) ?? [];
    const all = new Set(seen.flat());
    const known = [...fields, ...sometimes];
    const further = [...all].filter((name) => !known.includes(name));
    const assumed = assumedFieldsOf(type);
    const faults = [
      ...(registry.events.has(type) ? [] : ['is not declared']),
      ...((triggered.get(type) ?? []).length > 0 ? [] : ['cannot be triggered']),
      ...fields.filter((name) => !seen.every((keys) => keys.includes(name))).map((name) => `lacks ${name}`),
      ...sometimes.filter((name) => !all.has(name)).map((name) => `never has ${name}`),
      ...further.filter((name) => !assumed.includes(name)).map((name) => `has ${name}, which is not in its row`),
    ];
    const from = [...causes].filter(([, types]) => types.has(type)).map(([id]) => id);
    return {
      key: type,
      cells: [
        code(type),
        when,
        codes(sendersOf(type)),
        codes(from),
        commandOf(type),
        [
          ...fieldsCell(type, fields),
          ...sometimes.map((name) => `${code(name)}?`),
          ...further.map((name) => `${code(name)}${mark}`),
        ].join(', '),
      ],
      faults,
    };
  });
  return {
    title: 'Events',
    about:
      'Each event type, the moves and operations that send it, the operations that send it at once, and its payload as it was seen. ' +
      'A field with a question mark is there only under the condition that the specification names.',
    tables: [
      {
        title: 'Event types and payloads',
        columns: ['Type', 'Emitted when', 'Sent by', 'At once by', '`emulator`', 'Payload'],
        rows,
        ...assumedRows(
          ['Type', 'Emitted when', 'Sent by', '`emulator`'],
          specifiedSlices
            .flatMap(({ events }) => events)
            .filter((event) => event.assumed === true)
            .map(({ type, about }) => [`${code(type)}${mark}`, about, codes(sendersOf(type)), commandOf(type)]),
        ),
      },
    ],
  };
}
