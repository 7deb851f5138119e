import { lastInstant } from '../../../core/base/instants.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import { Turns } from '../../../core/base/turns.ts';
import { addressesOf } from '../../../core/kernel/addresses.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { edits, type StoredEdit } from '../../../core/kernel/edits.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { type DataSet, dataSetKey, ownerOfSet, type State } from '../../../core/kernel/state.ts';
import { Clock } from '../../../core/kernel/time/clock.ts';
import { type Job, jobs } from '../../../core/kernel/time/jobs.ts';
import { modes, namesWorkspace, type Workspace, workspaces } from '../../../core/kernel/workspace.ts';
import type { AnyCollectionDef, Collection, Stored } from '../../../core/store/collection.ts';
import { References } from '../../../core/validation/references.ts';
import {
  type Account,
  accounts,
  type Balances,
  balances,
  type LedgerGroup,
  ledgerGroups,
} from '../../../payments/platform/ledger.ts';

/** An inconsistency in a state. */
export interface StateFault {
  readonly set: DataSet;
  /** The record at fault; null if the record is missing, or if the fault is in the whole data set. */
  readonly record: Stored | null;
  /** The kind of the record; null if the fault is in the whole data set. */
  readonly def: AnyCollectionDef | null;
  readonly reason: string;
}

/** How many of the next ids are checked against the records of a data set. */
export const idsAhead = 1_000;

/**
 * Finds inconsistencies in a state that a user may have edited. Each record must already be valid for its model. The
 * checks cover references, the subjects of jobs, events and movements of money, the sums of the ledger, the next ids,
 * and the owners of the data sets. The checks run in slices, so that the event loop can run in between.
 * @param signal aborts the checks
 */
export async function* faultsInState(
  state: State,
  registry: Registry,
  signal?: AbortSignal,
): AsyncGenerator<StateFault> {
  const { root } = state;
  const turns = new Turns();
  const owned = new Set([root.key]);
  for (const workspace of root.of(workspaces).oldestFirst()) {
    for (const mode of modes) owned.add(dataSetKey(workspace.id, mode));
    yield* faultsOfClock(root, workspace);
  }
  if (owned.size === 1 && state.seq > 0) yield { set: root, record: null, def: null, reason: 'it has no workspace' };
  const links = new Links(registry);
  const owners = new AddressOwners();
  for (const set of state.sets()) {
    const wholeSet = (reason: string): StateFault => ({ set, record: null, def: null, reason });
    if (!owned.has(set.key)) {
      yield wholeSet(`no workspace owns the data set ${set.key}`);
      continue;
    }
    for (const { def } of set.collections()) {
      let looked = 0;
      for (const record of set.of<Stored>(def).oldestFirst()) {
        for (const reason of [...links.brokenIn(state, set, def, record), ...owners.faultsOf(set, def, record)]) {
          yield { set, record, def, reason: `${def.name} ${record.id}, ${reason}` };
        }
        if (++looked % 256 !== 0 || !turns.isDue) continue;
        await turns.next();
        signal?.throwIfAborted();
      }
    }
    yield* faultsOfBooks(set);
    const drawn = idDrawnAgain(set);
    if (drawn !== null) {
      yield wholeSet(`the data set ${set.key} has generated ${set.count} ids, but would generate ${drawn} again`);
    }
  }
}

/** The workspaces that the addresses of records belong to. Each address belongs to one workspace. */
class AddressOwners {
  readonly #owners = new Map<string, string>();

  *faultsOf(set: DataSet, def: AnyCollectionDef, record: Stored & { workspace_id?: string }): Generator<string> {
    if (def.addresses === undefined || namesWorkspace(def) !== (ownerOfSet(set) === null)) return;
    const owner = ownerOfSet(set)?.workspaceId ?? record.workspace_id ?? '';
    for (const { space, field, value } of addressesOf(def, record)) {
      const known = getOrMake(this.#owners, `${space} ${value}`, () => owner);
      if (known !== owner) yield `${field}: ${value} belongs to both ${known} and ${owner}`;
    }
  }
}

/** The fault of a clock outside the years 1970 to 9999, whose times the service could not show. */
function* faultsOfClock(set: DataSet, workspace: Workspace): Generator<StateFault> {
  const now = new Clock(workspace.clock).now();
  if (now >= 0 && now <= lastInstant && (workspace.clock.mode === 'frozen') === (workspace.clock.frozen_at !== null)) {
    return;
  }
  const reason = `workspace ${workspace.id}, clock: the time must be from 1970 to 9999, and must match the mode`;
  yield { set, record: workspace, def: workspaces, reason };
}

/** References between records, and the subjects of the emulator's own records. */
class Links {
  readonly #references: References;
  readonly #byPrefix = new Map<string, AnyCollectionDef[]>();

  constructor(registry: Registry) {
    this.#references = new References(registry);
    for (const def of registry.collections.values()) getOrMake(this.#byPrefix, def.prefix, () => []).push(def);
  }

  /** The broken references of a record, in words. */
  *brokenIn(state: State, set: DataSet, def: AnyCollectionDef, record: Stored): Generator<string> {
    for (const { param, noun, id } of this.#references.brokenIn(state, set, def, record)) {
      yield `${param}: there is no ${noun} ${id}`;
    }
    const subject = subjectOf(def, record);
    if (subject !== null && !this.#isThere(state, set, subject)) yield `subject: there is no ${subject}`;
  }

  /** Whether an object with an id exists, or may have existed, because records of some kinds are removed. */
  #isThere(state: State, set: DataSet, id: string): boolean {
    if (state.root.of(workspaces).get(id) !== undefined) return true;
    for (const def of this.#byPrefix.get(id.slice(0, id.lastIndexOf('_'))) ?? []) {
      if (def.removable === true || set.of<Stored>(def).get(id) !== undefined) return true;
    }
    for (const collection of set.collections() as Iterable<Collection<Stored>>) {
      if (collection.get(id) !== undefined) return true;
    }
    return false;
  }
}

/** The id of the object that a job, an event, an edit or a movement of money is about; null for other records. */
function subjectOf(def: AnyCollectionDef, record: Stored): string | null {
  const about: readonly string[] = [jobs.name, events.name, edits.name, ledgerGroups.name];
  return about.includes(def.name) ? (record as Job | StoredEvent | StoredEdit | LedgerGroup).subject : null;
}

/** The sums of each currency, computed from the movements of a data set. */
export function sumsOfLedger(set: DataSet): Map<string, Balances> {
  const sums = new Map<string, Record<Account, number>>();
  for (const { currency, from, to, amount } of set.of(ledgerGroups).oldestFirst()) {
    const own = getOrMake(sums, currency, () => ({ available: 0, reserved: 0, held: 0, pending: 0, external: 0 }));
    own[from] -= amount;
    own[to] += amount;
  }
  return new Map([...sums].map(([id, own]) => [id, { id, ...own }]));
}

function* faultsOfBooks(set: DataSet): Generator<StateFault> {
  const sums = sumsOfLedger(set);
  for (const record of set.of(balances).oldestFirst()) {
    const sum = sums.get(record.id);
    sums.delete(record.id);
    for (const account of accounts) {
      if (record[account] === (sum?.[account] ?? 0)) continue;
      const reason = `balance ${record.id}, ${account}: is ${record[account]}, but the ledger adds up to ${sum?.[account] ?? 0}`;
      yield { set, record, def: balances, reason };
      break;
    }
  }
  for (const currency of sums.keys()) {
    yield {
      set,
      record: null,
      def: balances,
      reason: `the data set ${set.key} has no balance in ${currency}, but has movements in that currency`,
    };
  }
}

/** The id of a record that the data set would draw again; null if there is none. */
function idDrawnAgain(set: DataSet): string | null {
  const tails = new Map<string, string>();
  for (const { def } of set.collections()) {
    for (const { id } of set.of<Stored>(def).oldestFirst()) tails.set(id.slice(id.lastIndexOf('_') + 1), id);
  }
  for (let ahead = 1; ahead <= idsAhead; ahead++) {
    const id = tails.get(set.idTextAt(set.count + ahead));
    if (id !== undefined) return id;
  }
  return null;
}
