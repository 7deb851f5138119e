import { resources } from '../../../src/resources/registry.ts';
import type { Observation } from '../observation.ts';
import { specifiedEvents } from '../specified-behaviour.ts';
import { type Chapter, code, codes, fieldsOf, lifecycles, mark, type Row, registry } from './table.ts';

/** What events carry beyond their row, where the model of their object says that it is assumed. */
function assumedFieldsOf(type: string): string[] {
  const resource = resources.find(({ events }) => events.some((each) => each.type === type));
  return Object.values(resource?.models ?? {}).flatMap((model) => fieldsOf(model).assumed);
}

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
    const moves = lifecycles.flatMap(({ noun, moves: table }) =>
      Object.entries(table)
        .filter(([, { emits }]) => emits?.includes(type))
        .map(([name]) => `${noun}.${name}`),
    );
    const known = [...fields, ...sometimes];
    const further = [...all].filter((name) => !known.includes(name));
    // Only a payload that is the object itself may have what the object has beyond the specification.
    const assumed = fields.includes('object') ? assumedFieldsOf(type) : [];
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
        codes(moves),
        codes(from),
        code(`trigger ${type}`),
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
      'Each event type, the moves that send it, the operations that send it at once, and its payload as it was seen. ' +
      'A field with a question mark is there only under the condition that the specification names.',
    tables: [
      {
        title: 'Event types and payloads',
        columns: ['Type', 'Emitted when', 'Moves', 'At once by', '`emulator`', 'Payload'],
        rows,
      },
    ],
  };
}
