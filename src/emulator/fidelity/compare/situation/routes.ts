import { escapedPattern } from '../../../../core/base/text-pattern.ts';
import type { AnyOperation } from '../../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../../core/kernel/declare/registry.ts';

/** The operation for a call in a capture, and the values in its path. */
export interface Routed {
  readonly operation: AnyOperation;
  /** The values of the path parameters, in the order of the path. */
  readonly params: readonly string[];
}

/** Finds the operation for a call by its method and path. Paths with fewer parameters are matched first. */
export class Routes {
  readonly #routes: { readonly operation: AnyOperation; readonly pattern: RegExp }[];

  constructor(registry: Registry) {
    const merchant = registry
      .operationsOf('merchant')
      .map((operation) => ({ operation, path: `/api/v1${operation.path}` }));
    const client = registry.operationsOf('client').map((operation) => ({ operation, path: operation.path }));
    this.#routes = [...merchant, ...client]
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
      .map(({ operation, path }) => ({
        operation,
        pattern: new RegExp(
          `^${path
            .split(/\{\w+\}/)
            .map(escapedPattern)
            .join('([^/]+)')}$`,
        ),
      }));
  }

  /** The operation; null if the emulator does not serve this path. */
  of(method: string, path: string): Routed | null {
    for (const { operation, pattern } of this.#routes) {
      if (operation.method !== method) continue;
      const found = pattern.exec(path);
      if (found !== null) return { operation, params: found.slice(1) };
    }
    return null;
  }
}
