import { didYouMean, orOf } from '../../../core/base/closest.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { Turns } from '../../../core/base/turns.ts';
import { maskSecrets } from '../../../core/kernel/credentials.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { events } from '../../../core/kernel/events.ts';
import { faults } from '../../../core/kernel/faults/faults.ts';
import { isSame } from '../../../core/kernel/field-changes.ts';
import type { SnapshotContent, StoredOfKind } from '../../../core/kernel/snapshots.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import { type Mode, workspaces } from '../../../core/kernel/workspace.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import { mails } from '../../../payments/mail/mail-draft.ts';
import { ledgerGroups } from '../../../payments/platform/ledger.ts';
import { rules } from '../../../payments/platform/workspace-rules.ts';
import { deliveries } from '../../../payments/webhooks/deliveries.ts';
import { endpoints } from '../../../payments/webhooks/endpoints.ts';
import { clippedChange } from '../assertions/differences.ts';
import { shownKinds } from '../objects/object-kinds.ts';
import type { FieldChange, SnapshotDiff } from '../wire.ts';

type KindDiff = SnapshotDiff['kinds'][number];

/** How records of a kind are compared. */
interface Compared {
  readonly name: string;
  readonly def: AnyCollectionDef;
  readonly view: (record: Stored) => object;
}

/**
 * The emulator's own records, in addition to the objects of the service. The comparison ignores the fields in
 * `leftOut`.
 */
const ownKinds: readonly AnyCollectionDef[] = [
  ledgerGroups,
  events,
  deliveries,
  mails,
  jobs,
  rules,
  faults,
  endpoints,
  workspaces,
];

/** The workspace's clock is reported separately, and its secrets must not be visible here. */
const leftOut: ReadonlySet<string> = new Set(['id', 'workspace_id', 'updated_at', 'clock', 'secret', 'former']);

/**
 * The differences between two states of a workspace, kind by kind. The comparison runs in slices, so that other calls
 * are answered in the meantime.
 * @param kind compares only this kind
 * @param limit the number of records of each kind whose fields are listed
 * @throws 400 with the existing kinds
 */
export async function snapshotDiff(
  registry: Registry,
  [before, after]: readonly [SnapshotContent, SnapshotContent],
  { mode, kind, limit }: { mode: Mode; kind?: string | undefined; limit: number },
): Promise<KindDiff[]> {
  const all = comparedKinds(registry);
  if (kind !== undefined && !all.some(({ name }) => name === kind)) {
    const names = all.map(({ name }) => name);
    throw invalid('kind', `There is no object kind '${kind}'. Use ${orOf(names)}.${didYouMean(kind, names)}`);
  }
  const turns = new Turns();
  const found: KindDiff[] = [];
  for (const each of all) {
    if (kind !== undefined && each.name !== kind) continue;
    const [former, present] = [recordsOf(before, mode, each.def), recordsOf(after, mode, each.def)];
    const diff = await kindDiff(each, former, present, { limit, turns });
    if (diff.added + diff.changed + diff.removed > 0) found.push(diff);
  }
  return found;
}

function comparedKinds(registry: Registry): Compared[] {
  const own = ownKinds.map((def): Compared => ({ name: def.name, def, view: (record) => record }));
  return [...shownKinds(registry), ...own];
}

function recordsOf({ workspace, own, sets }: SnapshotContent, mode: Mode, def: AnyCollectionDef): readonly Stored[] {
  if (def.name === workspaces.name) return [workspace];
  const of = ({ def: each }: StoredOfKind): boolean => each.name === def.name;
  return (sets[mode].kinds.find(of) ?? own.find(of))?.records ?? [];
}

/** The records of a kind that differ, newest first. Removed records come last. */
async function kindDiff(
  { name, view }: Compared,
  before: readonly Stored[],
  after: readonly Stored[],
  { limit, turns }: { limit: number; turns: Turns },
): Promise<KindDiff> {
  const diff: KindDiff = { kind: name, added: 0, changed: 0, removed: 0, records: [], more: 0 };
  const note = (change: 'added' | 'changed' | 'removed', record: Stored, fields: () => FieldChange[]): void => {
    diff[change]++;
    if (diff.records.length < limit)
      diff.records.push({ id: record.id, change, about: aboutOf(view(record)), fields: fields() });
    else diff.more++;
  };
  const former = new Map<string, Stored>();
  for (const [at, record] of before.entries()) {
    former.set(record.id, record);
    if (at % 256 === 255 && turns.isDue) await turns.next();
  }
  for (let at = after.length - 1; at >= 0; at--) {
    const record = after[at]!;
    const earlier = former.get(record.id);
    former.delete(record.id);
    if (earlier === undefined) note('added', record, () => []);
    else if (earlier !== record && !isSame(earlier, record)) {
      const fields = fieldChanges(view(earlier), view(record));
      if (fields.length > 0) note('changed', record, () => fields.map(clippedChange));
    }
    if (at % 256 === 0 && turns.isDue) await turns.next();
  }
  for (const record of [...former.values()].reverse()) note('removed', record, () => []);
  return diff;
}

/** What a record is about: its amount and state, and the first of its names. */
function aboutOf(record: object): KindDiff['records'][number]['about'] {
  const { amount, currency, status, ...named } = record as Readonly<Record<string, unknown>>;
  const text = [named.event_type, named.type, named.kind, named.email, named.name, named.subject].find(
    (each) => typeof each === 'string',
  );
  return {
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
    state: typeof status === 'string' ? status : null,
    text: typeof text === 'string' ? maskSecrets(text) : '',
  };
}

/** The fields that differ. Fields inside an object have names such as `settings.settlement.mode`. */
function fieldChanges(before: object, after: object, path = ''): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): FieldChange[] => {
    if (path === '' && leftOut.has(name)) return [];
    const [from, to]: unknown[] = [before[name as keyof typeof before], after[name as keyof typeof after]];
    const field = path === '' ? name : `${path}.${name}`;
    if (from === to || isSame(from, to)) return [];
    // A list is compared item by item, so that a new attempt does not hide behind the earlier ones.
    if (isObject(from) && isObject(to)) return fieldChanges(from, to, field);
    if (Array.isArray(from) && Array.isArray(to)) return fieldChanges(from, to, field);
    return [{ field, from: from ?? null, to: to ?? null }];
  });
}
