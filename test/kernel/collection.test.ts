import { describe, expect, it } from 'vitest';
import { nullable, T } from '../../src/core/kernel/declare/schema.ts';
import { State } from '../../src/core/kernel/state.ts';
import { UnitOfWork } from '../../src/core/kernel/unit-of-work.ts';
import { Collection, collection, type Where } from '../../src/core/store/collection.ts';
import { type Entry, OrderedList } from '../../src/core/store/ordered-list.ts';

/** Numbers below `limit` that follow from `seed` alone. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * limit);
  };
}

const ItemModel = T.Object({
  id: T.String(),
  colour: nullable(T.String()),
  size: T.Number(),
  due_at: nullable(T.String()),
  tags: T.Array(T.String()),
});
type Item = Readonly<T.Static<typeof ItemModel>>;

const items = collection('item', {
  model: ItemModel,
  prefix: 'item',
  indexes: [['colour'], ['size'], ['colour', 'size']],
  order: (item) => item.due_at,
  inside: { field: 'tags', keysOf: ({ tags }) => tags },
});

const allTags = ['new', 'sold "out"', 'é'];
const colours = ['red', 'green', 'blue', null];

const someItem = (id: string, random: (limit: number) => number): Item => ({
  id,
  colour: colours[random(4)]!,
  size: random(3),
  due_at: random(2) === 0 ? null : `2026-01-${10 + random(15)}`,
  tags: allTags.filter(() => random(3) === 0),
});

/** Ids that a text form might stumble over are among them. */
const idOf = (number: number): string => (number % 10 === 0 ? `item "${number}", é\u0001` : `item_${number}`);

/** The same as a collection, done in the plainest way: a list in the order of creation. */
class Model {
  rows: { seq: number; item: Item }[] = [];
  #next = 1;

  put(item: Item): void {
    const row = this.rows.find((present) => present.item.id === item.id);
    if (row === undefined) this.rows.push({ seq: this.#next++, item });
    else row.item = item;
  }

  remove(id: string): void {
    this.rows = this.rows.filter(({ item }) => item.id !== id);
  }

  oldestFirst(): Item[] {
    return this.rows.map(({ item }) => item);
  }

  newestFirst(where: Where<Item>, after?: string, tags: readonly string[] = []): Item[] {
    const limit = this.rows.find(({ item }) => item.id === after)?.seq ?? Number.POSITIVE_INFINITY;
    const fits = (item: Item) =>
      tags.every((tag) => item.tags.includes(tag)) &&
      Object.entries(where).every(([field, values]) => (values as unknown[]).includes(item[field as keyof Item]));
    return this.rows
      .filter(({ seq, item }) => seq < limit && fits(item))
      .map(({ item }) => item)
      .reverse();
  }

  inOrder(): Item[] {
    const due = this.rows.filter(({ item }) => item.due_at !== null);
    return due.sort((a, b) => compare(a.item.due_at!, b.item.due_at!) || a.seq - b.seq).map(({ item }) => item);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const filters: Where<Item>[] = [
  {},
  { colour: ['red'] },
  { colour: ['green', 'blue'] },
  { size: [0, 2, 2] },
  { colour: ['red', 'blue'], size: [1, 2] },
  { colour: ['blue'], due_at: ['2026-01-12', '2026-01-13'] },
  { colour: ['violet'] },
];

function expectSame(collection: Collection<Item>, model: Model, random: (limit: number) => number): void {
  expect(collection.size).toBe(model.rows.length);
  expect([...collection.oldestFirst()]).toEqual(model.oldestFirst());
  expect([...collection.inOrder()]).toEqual(model.inOrder());
  expect(collection.next).toEqual(model.inOrder()[0]);
  expect(collection.unorderedSize).toBe(model.rows.length - model.inOrder().length);
  expect([...collection.chunks()].flat().map(({ record }) => record)).toEqual(model.oldestFirst());
  const after = model.rows[random(model.rows.length)]?.item.id;
  for (const where of filters) {
    expect([...collection.newestFirst(where)]).toEqual(model.newestFirst(where));
    expect(collection.newest(where)).toEqual(model.newestFirst(where)[0]);
    if (after === undefined) continue;
    const rest = [...collection.newestFirst(where, collection.entry(after))];
    expect(rest).toEqual(model.newestFirst(where, after));
    for (const tags of [['new'], ['é', 'sold "out"'], ['new', 'none']]) {
      const tagged = [...collection.newestFirst(where, collection.entry(after), tags)];
      expect(tagged).toEqual(model.newestFirst(where, after, tags));
    }
  }
}

describe('a collection', () => {
  it.each([[1], [2]])('finds and orders as a plain list does, whatever is done to it (%i)', (seed) => {
    const random = randomFrom(seed);
    const collection = new Collection(items);
    const model = new Model();
    for (let round = 0; round < 3_000; round++) {
      const id = idOf(random(200));
      const entry = collection.entry(id);
      if (entry !== undefined && random(3) === 0) {
        collection.remove(entry);
        model.remove(id);
      } else {
        const item = someItem(id, random);
        expect(collection.load(item)).toStrictEqual(item);
        model.put(item);
        expect(collection.get(id)).toStrictEqual(item);
      }
      if (round % 100 === 0) expectSame(collection, model, random);
    }
    expectSame(collection, model, random);
  });

  it('holds more than one chunk of each list', () => {
    const random = randomFrom(9);
    const collection = new Collection(items);
    const model = new Model();
    for (let at = 0; at < 5_000; at++) {
      const item = someItem(`item_${at}`, random);
      collection.add(item);
      model.rows.push({ seq: at + 1, item });
    }
    expectSame(collection, model, random);
    const gone = model.rows.filter((_, at) => at % 3 !== 0 || (at > 1_000 && at < 3_000));
    for (const { item } of gone) collection.remove(collection.entry(item.id)!);
    const left = new Set(gone);
    model.rows = model.rows.filter((row) => !left.has(row));
    expectSame(collection, model, random);
  });

  it('refuses a filter that no index covers any part of', () => {
    const collection = new Collection(items);
    const unknown: Record<string, string[]> = { due_at: ['2026-01-01'] };
    expect(() => [...collection.newestFirst(unknown)]).toThrow(/No index of item covers any of the fields due_at/);
  });

  it('gives a record as it is when its turn comes, while it changes', () => {
    const collection = new Collection(items);
    const random = randomFrom(5);
    for (let at = 0; at < 5; at++) collection.add(someItem(`item_${at}`, random));
    const walk = collection.oldestFirst();
    walk.next();
    const changed: Item = { id: 'item_2', colour: 'violet', size: 9, due_at: null, tags: [] };
    collection.load(changed);
    collection.remove(collection.entry('item_1')!);
    collection.add(someItem('item_5', random));
    const rest = [...walk];
    expect(rest.map(({ id }) => id)).toEqual(['item_2', 'item_3', 'item_4', 'item_5']);
    expect(rest[0]).toStrictEqual(changed);
  });
});

describe('a unit of work', () => {
  it.each([[11], [12]])('that is undone leaves everything as it was, order included (%i)', (seed) => {
    const random = randomFrom(seed);
    const state = new State(1);
    const set = state.set('ws/test');
    const collection = set.of(items);
    const model = new Model();
    for (let round = 0; round < 400; round++) {
      const isKept = random(2) === 0;
      const unit = new UnitOfWork(state);
      const { count } = set;
      for (let changes = random(8); changes >= 0; changes--) {
        const id = random(6) === 0 ? unit.nextId(set, 'item') : idOf(random(80));
        if (random(3) === 0) {
          unit.remove(set, items, id);
          if (isKept) model.remove(id);
        } else {
          const item = someItem(id, random);
          unit.put(set, items, item);
          if (isKept) model.put(item);
        }
      }
      if (isKept) {
        unit.close();
      } else {
        unit.undo();
        expect(set.count).toBe(count);
      }
      if (round % 10 === 0) expectSame(collection, model, random);
    }
    expectSame(collection, model, random);
  });

  it('that is undone brings a dropped data set back', () => {
    const state = new State(1);
    const set = state.set('ws/test');
    const first = new UnitOfWork(state);
    const item: Item = { id: first.nextId(set, 'item'), colour: null, size: 1, due_at: null, tags: ['new'] };
    first.put(set, items, item);
    const unit = new UnitOfWork(state);
    unit.drop('ws/test');
    expect(state.set('ws/test').of(items).size).toBe(0);
    unit.put(state.set('ws/test'), items, { ...item, id: 'other' });
    unit.undo();
    expect([...state.set('ws/test').of(items).oldestFirst()]).toEqual([item]);
    expect(state.set('ws/test').count).toBe(1);
  });
});

describe('an ordered list', () => {
  it.each([[21], [22]])('is as a sorted array, whatever is put in and taken out (%i)', (seed) => {
    const random = randomFrom(seed);
    const list = new OrderedList<{ key: string }>(({ key }) => key);
    const model: Entry<{ key: string }>[] = [];
    const sorted = () => [...model].sort((a, b) => compare(a.record.key, b.record.key) || a.seq - b.seq);
    for (let seq = 1; seq <= 6_000; seq++) {
      if (model.length > 0 && random(5) < 2) {
        const [entry] = model.splice(random(model.length), 1);
        list.remove(entry!);
        // What is not there is not taken out, and not counted.
        list.remove(entry!);
      } else {
        const entry = { seq, record: { key: `k${random(40)}` }, change: null };
        model.push(entry);
        list.insert(entry);
      }
      if (seq % 500 !== 0) continue;
      const expected = sorted();
      expect(list.size).toBe(expected.length);
      expect(list.first).toBe(expected[0]);
      expect([...list.ascending()]).toEqual(expected);
      expect([...list.descending()]).toEqual([...expected].reverse());
      const at = random(expected.length);
      expect([...list.descending(expected[at])]).toEqual(expected.slice(0, at).reverse());
    }
  });

  it('goes on below an entry that is gone by now', () => {
    const list = new OrderedList<number>();
    const entries = Array.from({ length: 2_000 }, (_, at) => ({ seq: at + 1, record: at, change: null }));
    for (const entry of entries) list.insert(entry);
    for (const at of [1_500, 1_023, 512, 0]) {
      list.remove(entries[at]!);
      expect(list.descending(entries[at]).next().value).toBe(at === 0 ? undefined : entries[at - 1]);
    }
    const empty = new OrderedList<number>();
    expect([...empty.descending(entries[3])]).toEqual([]);
    expect(empty.first).toBeUndefined();
  });
});
