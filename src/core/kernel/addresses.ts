import type { AnyCollectionDef, Collection, Stored } from '../store/collection.ts';
import type { Registry } from './declare/registry.ts';
import { ownerOfSet, type State } from './state.ts';
import { namesWorkspace } from './workspace.ts';

/** A value by which a caller can reach a record without a key of its workspace. */
export interface Address {
  /** The namespace of the value. In one namespace, a value belongs to only one workspace. */
  readonly space: string;
  readonly field: string;
  readonly value: string;
}

/** Records of one kind, or the fields of records that will be stored. */
export interface Addressed {
  readonly def: AnyCollectionDef;
  readonly records: Iterable<object>;
}

export function* addressesOf({ addresses }: AnyCollectionDef, record: object): Generator<Address> {
  for (const field in addresses) {
    const value = (record as Readonly<Record<string, unknown>>)[field];
    const space = addresses[field];
    if (typeof value === 'string' && space !== undefined) yield { space, field, value };
  }
}

/** Names an address in an error message: `The slug demo`, `The key sk_test_1`. */
export const addressInWords = ({ space, field, value }: Address): string =>
  `The ${field === 'id' || field === 'client_id' ? space : field} ${value}`;

/**
 * Yields the addresses of the records that already belong to another workspace. It checks each other data set once:
 * by its index for each address, or record by record if the data set has no more records than there are addresses.
 */
export function* foreignAddresses(
  { state, registry }: { readonly state: State; readonly registry: Registry },
  workspaceId: string,
  brought: Iterable<Addressed>,
): Generator<Address> {
  const wanted = bySpace(brought);
  if (wanted.size === 0) return;
  const others = [...state.sets()].filter((set) => {
    const owner = ownerOfSet(set);
    return owner !== null && owner.workspaceId !== workspaceId;
  });
  for (const def of registry.addressed) {
    const ofRoot = namesWorkspace(def);
    const isForeign = (record: Stored): boolean =>
      !ofRoot || (record as Stored & { workspace_id?: string }).workspace_id !== workspaceId;
    for (const [field, space] of Object.entries(def.addresses ?? {})) {
      const values = wanted.get(space ?? '');
      if (values === undefined) continue;
      for (const set of ofRoot ? [state.root] : others) {
        const held = set.known(def);
        if (held !== undefined) yield* shared(held, field, values, isForeign);
      }
    }
  }
}

/** The first of the `foreignAddresses`; null if no address belongs to another workspace. */
export const foreignAddress = (...args: Parameters<typeof foreignAddresses>): Address | null =>
  foreignAddresses(...args).next().value ?? null;

type Values = ReadonlyMap<string, Address>;

function bySpace(brought: Iterable<Addressed>): ReadonlyMap<string, Values> {
  const found = new Map<string, Map<string, Address>>();
  for (const { def, records } of brought) {
    if (def.addresses === undefined) continue;
    for (const record of records) {
      for (const address of addressesOf(def, record)) {
        const values = found.get(address.space) ?? new Map<string, Address>();
        found.set(address.space, values.set(address.value, address));
      }
    }
  }
  return found;
}

function* shared(
  held: Collection<Stored>,
  field: string,
  values: Values,
  isForeign: (record: Stored) => boolean,
): Generator<Address> {
  if (held.size <= values.size) {
    for (const record of held.oldestFirst()) {
      const address = values.get(String((record as unknown as Readonly<Record<string, unknown>>)[field]));
      if (address !== undefined && isForeign(record)) yield address;
    }
    return;
  }
  for (const [value, address] of values) {
    const record = field === 'id' ? held.get(value) : held.newest({ [field]: [value] });
    if (record !== undefined && isForeign(record)) yield address;
  }
}
