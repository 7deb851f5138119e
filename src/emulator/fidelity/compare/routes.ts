import { escapedPattern } from '../../../core/base/text-pattern.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';

/** An operation that a call of a capture is for, and what stands in its path. */
export interface Routed {
  readonly operation: AnyOperation;
  /** The parts of the path that name something, in the order of the path. */
  readonly params: readonly string[];
}

/** Finds the operation of a call by its method and path, fixed parts before names. */
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

  /** The operation; null: the emulator serves no such path. */
  of(method: string, path: string): Routed | null {
    for (const { operation, pattern } of this.#routes) {
      if (operation.method !== method) continue;
      const found = pattern.exec(path);
      if (found !== null) return { operation, params: found.slice(1) };
    }
    return null;
  }
}
