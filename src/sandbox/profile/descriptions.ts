import type { TSchema } from '../../core/base/typebox.ts';
import type { EventDef } from '../../core/kernel/declare/declarations.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import type { Profile } from './profile.ts';

/**
 * The dates on which captures of the service confirmed assumptions, by the name of the assumption:
 * `transaction.settled_at`, `transaction.status=voided`, `code invalid_state`, `operation payouts.cancel`.
 */
export type Confirmed = ReadonlyMap<string, string>;

/** The declarations as the docs show them. */
export interface Described extends Pick<Registry, 'slices' | 'events' | 'refusals' | 'codesOf' | 'operationsOf'> {
  /** The profile that changed the declarations; absent if they are the emulator's own. */
  readonly profile?: Profile;
  /** The assumptions that captures of the service confirmed; absent if there are none. */
  readonly confirmed?: Confirmed | undefined;
}

/** The parts of declarations that the docs show differently. */
interface Replaced {
  readonly model: (model: TSchema, name: string) => TSchema;
  /** Not called for operations of the control API. */
  readonly operation: (operation: AnyOperation) => AnyOperation;
  readonly events: (event: EventDef) => readonly EventDef[];
}

/** Declarations with other models, operations and events. */
export function redescribed(registry: Described, { model, operation, events }: Replaced): Described {
  const slices = registry.slices.map((slice) => ({
    ...slice,
    models: Object.fromEntries(
      Object.entries(slice.models).map(([name, each]) => [name, model(each as TSchema, name)]),
    ),
    operations: slice.operations.map((each) => (each.surface === 'control' ? each : operation(each))),
  })) as unknown as Described['slices'];
  return {
    confirmed: registry.confirmed,
    refusals: registry.refusals,
    codesOf: (origin) => registry.codesOf(origin),
    slices,
    events: new Map([...registry.events.values()].flatMap(events).map((event) => [event.type, event])),
    operationsOf: (surface) =>
      slices.flatMap(({ operations }) => operations.filter((each) => each.surface === surface)),
  };
}
