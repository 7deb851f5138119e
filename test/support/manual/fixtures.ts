import type { FixtureDef } from '../../../src/core/kernel/declare/declarations.ts';
import { resources } from '../../../src/payments/resources/registry.ts';
import { code, grid } from '../markdown.ts';

const namesIn = (schema: FixtureDef['fields']): string[] => Object.keys(schema?.properties ?? {});

/** The operation whose body describes an object, with what a file may say beside it; else every field that it may. */
function fieldsOf({ as, fields }: FixtureDef): string {
  const call = code(`${as.method} ${as.surface === 'control' ? '/_emulator' : ''}${as.path}`);
  if (fields === undefined) return call;
  const [sent, said] = [namesIn(as.body), namesIn(fields)];
  if (sent.some((name) => !said.includes(name))) return said.map(code).join(', ');
  return `${call}, and ${said
    .filter((name) => !sent.includes(name))
    .map(code)
    .join(' and ')}`;
}

/** The table of what a fixture may describe. */
export const fixtureTables = (): Record<string, string[]> => ({
  'objects of fixtures': grid(
    ['section', 'fields of'],
    resources.flatMap(({ fixtures }) => fixtures.map((fixture) => [code(fixture.section), fieldsOf(fixture)])),
  ),
});
