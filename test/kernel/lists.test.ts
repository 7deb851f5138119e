import { describe, expect, it, test } from 'vitest';
import type { ListView } from '../../src/core/kernel/declare/declarations.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { collection } from '../../src/core/store/collection.ts';

const lamps: ListView = { place: 8, title: 'Lamps', brief: 'Lamps' };
const withList = (name: string, view: ListView | undefined, part?: number) =>
  slice(name, { list: { title: name, view, part, who: () => '', what: () => '' } });

test('two collections whose ids begin alike are not loaded, and the message names both', () => {
  const model = T.Object({ id: T.String(), name: T.String() });
  const [lamps, lights] = ['lamp', 'light'].map((name) => collection(name, { model, prefix: 'l', indexes: [] }));
  expect(() => new Registry([slice('lamp', { collections: [lamps!, lights!] })])).toThrow(
    'The declarations are inconsistent: the ids of lamp and light have the same prefix l_.',
  );
  const notes = collection('broken_lamp', { model: T.Object({ id: T.String() }), prefix: 'l', indexes: [] });
  expect(() => new Registry([slice('lamp', { collections: [lamps!, notes] })])).not.toThrow();
});

describe('the lists of the dashboard', () => {
  it('share a view, each as a part of its own', () => {
    const slices = [withList('lamp', lamps, 1), withList('candle', { ...lamps }, 2), withList('torch', lamps)];
    expect(() => new Registry([...slices, withList('match', undefined, 1)])).not.toThrow();
  });

  it.each([
    [
      'two views have one place',
      [withList('lamp', lamps), withList('oil', { ...lamps, title: 'Oil' })],
      'the lists of lamp and oil both use place 8 in the views',
    ],
    [
      'two are one part',
      [withList('lamp', lamps, 2), withList('oil', lamps, 2)],
      'the lists of lamp and oil both use part 2 of position 8 in the views',
    ],
  ])('are not loaded where %s, and the message names both', (_what, slices, says) => {
    expect(() => new Registry(slices)).toThrow(`The declarations are inconsistent: ${says}.`);
  });
});
