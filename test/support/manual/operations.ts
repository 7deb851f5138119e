import { controlOperations } from '../../../src/sandbox/control/registry.ts';
import { developersOperations } from '../declared.ts';
import { code, grid } from '../markdown.ts';

/** What is looked at of a schema. */
interface Fields {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** Names of fields; those that may be left out have a `?`. */
function namesIn(schema: object | undefined): string {
  const { properties = {}, required = [] } = (schema ?? {}) as Fields;
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(', ');
}

const pathOf = ({ method, path }: { method: string; path: string }) => code(`${method} ${path}`);

/** The table of the control API. */
export const operationTables = (): Record<string, string[]> => ({
  'control API': grid(
    ['call', 'does', 'body', 'query', 'answers'],
    [...controlOperations, ...developersOperations].map((operation) => [
      pathOf(operation),
      operation.summary,
      namesIn(operation.body),
      namesIn(operation.query),
      String(operation.status),
    ]),
  ),
});
