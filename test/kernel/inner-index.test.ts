import { describe, expect, it } from 'vitest';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { pageOf } from '../../src/core/kernel/pagination.ts';
import { State } from '../../src/core/kernel/state.ts';
import { UnitOfWork } from '../../src/core/kernel/unit-of-work.ts';
import { Collection, collection } from '../../src/core/store/collection.ts';
import { Random } from '../support/random.ts';

const TaggedModel = T.Object({ id: T.String(), colour: T.String(), tags: T.Array(T.String()) });
type Tagged = Readonly<T.Static<typeof TaggedModel>>;

const tagged = collection('tagged', {
  model: TaggedModel,
  prefix: 'tag',
  indexes: [['colour']],
  inside: { field: 'tags', keysOf: ({ tags }) => tags },
});

const known = ['a', 'b', 'c', 'd'];
const queries = [['a'], ['b', 'c'], ['a', 'b', 'c', 'd'], ['none'], ['a', 'none']];

/** What the index must find, in the plainest way. */
const among = (rows: readonly Tagged[], keys: readonly string[]): string[] =>
  rows
    .filter(({ tags }) => keys.every((key) => tags.includes(key)))
    .map(({ id }) => id)
    .reverse();

const found = (collection: Collection<Tagged>, keys: readonly string[]): string[] =>
  [...collection.newestFirst({}, undefined, keys)].map(({ id }) => id);

describe('an index inside a field', () => {
  it.each([[1], [2], [3]])('finds what has all the keys, newest first, whatever is done (%i)', (seed) => {
    const random = new Random(seed);
    const state = new State(1);
    const set = state.set('ws/test');
    const collection = set.of(tagged);
    let rows: Tagged[] = [];
    for (let round = 0; round < 600; round++) {
      const unit = new UnitOfWork(state);
      const before = rows;
      for (let changes = random.below(4); changes >= 0; changes--) {
        const id = `tag_${random.below(60)}`;
        if (random.below(4) === 0) {
          unit.remove(set, tagged, id);
          rows = rows.filter((row) => row.id !== id);
          continue;
        }
        const earlier = rows.find((row) => row.id === id);
        const tags = random.below(3) === 0 && earlier ? earlier.tags : known.filter(() => random.below(2) === 0);
        const row: Tagged = { id, colour: 'red', tags };
        unit.put(set, tagged, row);
        rows = earlier === undefined ? [...rows, row] : rows.map((each) => (each === earlier ? row : each));
      }
      if (random.below(3) === 0) {
        unit.undo();
        rows = before;
      } else {
        unit.close();
      }
      if (round % 10 === 0) for (const keys of queries) expect(found(collection, keys)).toEqual(among(rows, keys));
    }
    for (const keys of queries) expect(found(collection, keys)).toEqual(among(rows, keys));
    expect(rows.length).toBeGreaterThan(10);
  });

  it('gives pages, and goes with another filter', () => {
    const collection = new Collection(tagged);
    for (let at = 0; at < 30; at++) {
      collection.add({ id: `tag_${at}`, colour: at % 2 === 0 ? 'red' : 'blue', tags: at % 3 === 0 ? ['a'] : [] });
    }
    const ids = (starting_after?: string, where = {}) => {
      const { data, has_more } = pageOf(collection, { limit: 4, starting_after }, where, ['a']);
      return [data.map(({ id }) => id).join(' '), has_more];
    };
    expect(ids()).toEqual(['tag_27 tag_24 tag_21 tag_18', true]);
    expect(ids('tag_12')).toEqual(['tag_9 tag_6 tag_3 tag_0', false]);
    expect(ids('tag_9')).toEqual(['tag_6 tag_3 tag_0', false]);
    expect(ids(undefined, { colour: ['blue'] })).toEqual(['tag_27 tag_21 tag_15 tag_9', true]);
    expect(ids('tag_13')).toEqual(['tag_12 tag_9 tag_6 tag_3', true]);
    expect(() => ids('tag_30')).toThrow(/not in this list/);
  });

  it('must be declared to be asked', () => {
    const plain = new Collection(collection('plain', { model: TaggedModel, prefix: 'p', indexes: [] }));
    expect(() => [...plain.newestFirst({}, undefined, ['a'])]).toThrow(/plain has no inner index/);
  });
});
