import { describe, expect, it } from 'vitest';
import { startOptions } from '../src/emulator/start-options.ts';
import { resources } from '../src/payments/resources/registry.ts';
import { controlOperations } from '../src/sandbox/control/registry.ts';
import { kinds } from '../src/sandbox/fixtures/kinds.ts';
import { frameOf } from '../src/sandbox/fixtures/objects.ts';
import { frameModel } from '../src/sandbox/fixtures/schema.ts';
import { ProfileModel } from '../src/sandbox/profile/model.ts';

interface Part {
  readonly pattern?: string;
  readonly 'x-form'?: string;
  readonly examples?: readonly string[];
}

/** The parts of a schema that have a pattern, by their paths. */
function* patternsIn(part: unknown, path: string): Generator<[path: string, part: Part]> {
  if (typeof part !== 'object' || part === null) return;
  if ('pattern' in part && typeof part.pattern === 'string') yield [path, part as Part];
  for (const [name, inner] of Object.entries(part)) yield* patternsIn(inner, `${path}.${name}`);
}

describe('a pattern of a schema', () => {
  const operations = [...resources.flatMap((slice) => slice.operations), ...controlOperations];
  const found = new Map([
    ...operations.flatMap(({ id, body, query }) => [...patternsIn({ body, query }, id)]),
    ...resources.flatMap(({ collections }) => collections.flatMap(({ name, model }) => [...patternsIn(model, name)])),
    ...patternsIn(frameModel(), 'fixture'),
    ...Object.entries(kinds).flatMap(([section, kind]) => [...patternsIn(frameOf(kind), section)]),
    ...patternsIn(ProfileModel, 'profile'),
    ...patternsIn(startOptions, 'start'),
  ]);

  it('is explained in words, with examples that have the form, because no message shows it', () => {
    expect(found.size).toBeGreaterThan(50);
    const unexplained = [...found].filter(
      ([, { pattern = '', 'x-form': form = '', examples = [] }]) =>
        form === '' || examples.length === 0 || !examples.every((example) => new RegExp(pattern, 'u').test(example)),
    );
    expect(unexplained.map(([path]) => path)).toEqual([]);
  });
});
