import { describe, expect, it } from 'vitest';
import type { Stored } from '../../src/engine/collection.ts';
import { fromRows, toRows } from '../../src/storage/rows.ts';
import { randomFrom } from './workload.ts';

type Fields = Record<string, unknown>;

const nobody = (): undefined => undefined;
const written = (records: readonly Fields[]): unknown[] =>
  JSON.parse(JSON.stringify(toRows(records as unknown as Stored[])));
const read = (records: readonly Fields[]): Stored[] => fromRows(written(records), nobody);
/** What JSON makes of them, as text: the order of the fields counts. */
const plain = (records: readonly unknown[]): string => JSON.stringify(records);

describe('rows', () => {
  it.each<[string, Fields[]]>([
    ['nothing', []],
    ['records that are alike', [1, 2, 3].map((value) => ({ id: `a${value}`, value, same: 'x' }))],
    ['the same record twice', [{ id: 'a' }, { id: 'a' }]],
    [
      'a field that comes and goes',
      [
        { id: 'a', x: 1 },
        { id: 'b', x: 1, y: 2 },
        { id: 'c', y: 2 },
      ],
    ],
    [
      'a field that is undefined in some',
      [
        { id: 'a', x: undefined, y: 1 },
        { id: 'b', x: 2, y: 1 },
        { id: 'c', x: undefined, y: 3 },
        { id: 'd', x: undefined, y: 4 },
      ],
    ],
    [
      'fields in another order',
      [
        { id: 'a', x: 1, y: 2 },
        { y: 2, x: 1, id: 'b' },
      ],
    ],
    [
      'objects inside, in which one field differs',
      [
        { id: 'a', in: { a: 1, b: 2, c: 3, d: { e: 1, f: 2, g: 3, h: 4 } } },
        { id: 'b', in: { a: 1, b: 2, c: 3, d: { e: 1, f: 2, g: 3, h: 5 } } },
        { id: 'c', in: { a: 0, b: 2, c: 3, d: { e: 1, f: 2, g: 3, h: 5 } } },
      ],
    ],
    [
      'objects inside that lose a field, become a list, or nothing',
      [
        { id: 'a', in: { a: 1, b: 2, c: 3, d: 4 } },
        { id: 'b', in: { a: 1, b: 2, c: 3, d: undefined } },
        { id: 'c', in: { a: 1, b: 2, c: 3 } },
        { id: 'd', in: [1, { a: 2 }] },
        { id: 'e', in: null },
        { id: 'f', in: {} },
        { id: 'g', in: { a: 1, b: 2, c: 3, d: 4 } },
      ],
    ],
    [
      'fields that are numbers',
      [
        { id: 'a', in: { 2: 'b', 1: 'a', x: 'c', 10: 'd' } },
        { id: 'b', in: { 2: 'B', 1: 'a', x: 'c', 10: 'd' } },
      ],
    ],
  ])('give back %s', (_, records) => {
    expect(plain(read(records))).toBe(plain(records));
  });

  it('give back whatever records there are', () => {
    const random = randomFrom(11);
    const anything = (depth: number): unknown => {
      const kind = random(depth > 2 ? 5 : 8);
      if (kind === 5) return Array.from({ length: random(3) }, () => anything(depth + 1));
      if (kind > 5) return anObject(depth + 1);
      return [null, random(3), `text ${random(3)}`, random(2) === 0, undefined][kind];
    };
    const anObject = (depth: number): Fields =>
      Object.fromEntries(Array.from({ length: random(8) }, (_, at) => [`f${at}`, anything(depth)]));
    for (let round = 0; round < 300; round++) {
      const shapes = Array.from({ length: 1 + random(2) }, () => anObject(0));
      const records = Array.from({ length: random(12) }, (_, at) => {
        const record: Fields = { id: `r${at}`, ...shapes[random(shapes.length)] };
        const [field] = Object.keys(record).slice(random(6));
        return field === undefined || field === 'id' ? record : { ...record, [field]: anything(1) };
      });
      expect(plain(read(records))).toBe(plain(records));
    }
  });

  it('give frozen records, of which no two share what a third could change', () => {
    const within = (d: number) => ({ a: 1, b: 2, c: 3, d });
    const [first, second] = read([
      { id: 'a', in: within(1) },
      { id: 'b', in: within(2) },
    ]);
    expect(Object.isFrozen(first) && Object.isFrozen(second)).toBe(true);
    expect([first, second]).toEqual([
      { id: 'a', in: within(1) },
      { id: 'b', in: within(2) },
    ]);
  });

  it('take the record that is there already where it is the same', () => {
    const [present, other] = [
      { id: 'a', x: [1] },
      { id: 'b', x: [2] },
    ] as const;
    const known = new Map<string, Stored>([
      ['a', present],
      ['b', { ...other, y: 1 } as Stored],
    ]);
    const [one, two] = fromRows(written([{ id: 'a', x: [1] }, other]), (id) => known.get(id));
    expect(one).toBe(present);
    expect(two).toEqual(other);
  });

  it.each<[string, unknown[]]>([
    ['a difference from nothing', [[0, 'b']]],
    ['a field that is not there', [{ id: 'a' }, [3, 'b']]],
    ['a place that is none', [{ id: 'a' }, ['x', 'b']]],
    ['a record without an id', [{ ID: 'a' }]],
    ['something else', [7]],
  ])('refuse %s', (_, rows) => {
    expect(() => fromRows(rows, nobody)).toThrow();
  });
});
