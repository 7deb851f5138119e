import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Fields, RequestParts } from '../../../core/kernel/declare/request-path.ts';

/**
 * The example of an operation.
 * @param replace returns the value to send instead of a value in the example, at any depth
 */
export function exampleOf({ example = {} }: AnyOperation, replace: (value: unknown) => unknown): RequestParts {
  const replaced = (value: unknown): unknown => {
    const other = replace(value);
    if (other !== value || typeof value !== 'object' || value === null) return other;
    if (Array.isArray(value)) return value.map(replaced);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]));
  };
  const { params = {}, query = {}, body } = example;
  return {
    params: replaced(params) as Record<string, string>,
    query: replaced(query) as Fields,
    body: replaced(body) as Fields | undefined,
  };
}
