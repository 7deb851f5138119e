import * as T from '../../base/typebox.ts';
import type { SpendDef } from './declarations.ts';
import type { AnyOperation } from './operation.ts';
import type { Slice } from './slice.ts';

/**
 * Returns the slices, and adds the fields and refusals of all spendable items to every operation that creates a
 * charge.
 */
export function withSpends(slices: readonly Slice[]): readonly Slice[] {
  const spends = slices.flatMap((slice) => slice.spends);
  const whole = new Map<AnyOperation, AnyOperation>();
  for (const operation of slices.flatMap(({ operations }) => operations)) {
    if (operation.spends === true) whole.set(operation, asking(operation, spends));
  }
  const wholeOf = (operation: AnyOperation): AnyOperation => whole.get(operation) ?? operation;
  return slices.map(({ trigger, ...slice }) => ({
    ...slice,
    operations: slice.operations.map(wholeOf),
    fixtures: slice.fixtures.map((fixture) => ({ ...fixture, as: wholeOf(fixture.as) })),
    ...(trigger === undefined
      ? {}
      : { trigger: { ...trigger, create: { ...trigger.create, operation: wholeOf(trigger.create.operation) } } }),
  }));
}

function asking(operation: AnyOperation, spends: readonly SpendDef[]): AnyOperation {
  const asked = spends.flatMap(({ asks }) => asks[operation.surface] ?? []);
  const body = operation.body ?? T.Object({});
  // A field that the operation itself declares keeps its schema and its position.
  const { properties: own } = body;
  const properties: T.TObject['properties'] = Object.assign(
    {},
    own,
    ...asked.map(({ fields }) => fields?.properties),
    own,
  );
  return {
    ...operation,
    body: T.extended(body, { properties }) as T.TObject,
    refuses: [...new Set([...operation.refuses, ...asked.flatMap(({ refuses = [] }) => refuses)])],
  };
}
