import { describe, expect, it } from 'vitest';
import { nullable, ObjectName, T, Timestamp } from '../../src/core/kernel/declare/schema.ts';
import { withNulls, withoutNulls } from '../../src/core/store/nullable-fields.ts';
import { shapeOf } from '../../src/core/store/shape.ts';
import { randomFrom } from '../files/workload.ts';

const manyNullable = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`maybe_${at}`, at % 2 === 0 ? nullable(T.String()) : nullable(T.Integer())]),
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
      const sparse = throughJson(withoutNulls(model, thing));
      expect(Object.values(sparse)).not.toContain(null);
      expect(shapeOf(model)(sparse)).toStrictEqual(thing);
      expect(withNulls(model, sparse)).toEqual(thing);
    }
  });
});
