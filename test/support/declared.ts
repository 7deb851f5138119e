import type { AnyOperation, Surface } from '../../src/core/kernel/declare/operation.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import { impliedRefusals } from '../../src/sandbox/http/openapi/implied-refusals.ts';

const of = (wanted: Surface): readonly AnyOperation[] =>
  resources.flatMap(({ operations }) => operations.filter(({ surface }) => surface === wanted));

/** What the slices declare, by the surface that it is served on. */
export const merchantOperations = of('merchant');
export const clientOperations = of('client');
export const developersOperations = of('control');

/** The statuses of an operation's own refusals, each once. */
export const ownStatuses = ({ refuses }: AnyOperation): number[] =>
  [...new Set(refuses.map(({ status }) => status))].sort((a, b) => a - b);

/** Every status that an operation may refuse with. */
export const refusedStatuses = (operation: AnyOperation): number[] =>
  [...new Set([...impliedRefusals(operation), ...operation.refuses].map(({ status }) => status))].sort((a, b) => a - b);
