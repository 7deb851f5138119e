import { describe, expect, it } from 'vitest';
import { nullable, ObjectName, T, Timestamp } from '../../src/core/kernel/declare/schema.ts';
import { layoutOf, rowReaderOf, rowWriterOf } from '../../src/core/store/rows.ts';
import { readShapeOf, shapeOf, sparseShapeOf } from '../../src/core/store/shape.ts';
import { randomFrom } from '../files/workload.ts';

/** More fields that may be null than one number has bits. */
const manyNullable = Object.fromEntries(
  Array.from({ length: 65 }, (_, at) => [`maybe_${at}`, at % 2 === 0 ? nullable(T.String()) : nullable(T.Integer())]),
);

const model = T.Object({
  id: T.String(),
  object: ObjectName('thing'),
  created_at: Timestamp(),
  name: T.String(),
  note: T.Optional(T.String()),
  count: T.Integer(),
  updated_at: Timestamp(),
  ended_at: nullable(Timestamp()),
  ...manyNullable,
  tags: T.Array(T.String()),
  further: T.Optional(T.Object({ deep: T.Boolean() })),
});
type Thing = T.Static<typeof model>;

const instants = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];

function someThing(random: (limit: number) => number): Thing {
  const instant = () => instants[random(2)]!;
  const maybe = (value: unknown) => (random(2) === 0 ? null : value);
  const thing: Record<string, unknown> = {
    id: `thing_${random(1_000)}`,
    object: 'thing',
    created_at: instant(),
    name: ['', 'Grüße "\\', '0'][random(3)],
    count: random(3),
    updated_at: instant(),
    ended_at: maybe(instant()),
  };
  for (const [at, name] of Object.keys(manyNullable).entries()) thing[name] = maybe(at % 2 === 0 ? 'text' : random(2));
  thing.tags = ['a', 'b'].slice(random(3));
  if (random(2) === 0) thing.note = 'noted';
  if (random(2) === 0) thing.further = { deep: random(2) === 0 };
  return thing as Thing;
}

const throughJson = <V>(value: V): V => JSON.parse(JSON.stringify(value)) as V;

describe('a row', () => {
  it('gives back its record, whatever is null or left out', () => {
    const random = randomFrom(3);
    const [write, read] = [rowWriterOf(model), rowReaderOf<Thing>(model, layoutOf(model))];
    for (let round = 0; round < 500; round++) {
      const thing = someThing(random);
      expect(read(throughJson(write(thing)))).toStrictEqual(thing);
    }
  });

  it('is read by the columns that it was written with, where the model has others by now', () => {
    const older = T.Object({
      id: T.String(),
      gone: T.String(),
      size: nullable(T.Integer()),
      lost: nullable(T.String()),
    });
    const newer = T.Object({
      object: ObjectName('thing'),
      size: nullable(T.Integer()),
      id: T.String(),
      added: nullable(T.String()),
      extra: T.Optional(T.String()),
    });
    const row = throughJson(rowWriterOf(older)({ id: 'a', gone: 'x', size: 4, lost: 'y' }));
    const read = rowReaderOf<object>(newer, throughJson(layoutOf(older)));
    expect(read(row)).toStrictEqual({ object: 'thing', size: 4, id: 'a', added: null });
  });
});

describe('a shape', () => {
  it('gives the fields in the order of the model, and what a file leaves out', () => {
    const random = randomFrom(4);
    const names = Object.keys(model.properties);
    for (let round = 0; round < 200; round++) {
      const thing = someThing(random);
      const mixed = Object.fromEntries(Object.entries(thing).sort(() => random(3) - 1)) as Thing;
      expect(shapeOf(model)({ ...mixed, unknown: 1 })).toStrictEqual(thing);
      const order = Object.keys(shapeOf(model)(mixed)).filter((name) => name !== 'note' && name !== 'further');
      expect(order).toEqual(names.filter((name) => name !== 'note' && name !== 'further'));
      const sparse = sparseShapeOf(model)(thing);
      expect(Object.values(sparse)).not.toContain(null);
      expect(readShapeOf(model)(throughJson(sparse))).toStrictEqual(thing);
    }
  });
});
