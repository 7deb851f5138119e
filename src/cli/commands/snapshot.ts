import { fieldText } from '../../core/base/terminal-text.ts';
import type { SnapshotDiff } from '../../sandbox/control/wire.ts';
import { clean, counted, instant, type Output } from '../output.ts';
import type { Session } from '../session.ts';

export async function listSnapshots({ client, out }: Session): Promise<void> {
  const page = await client.call('snapshots.list');
  out.document(page, () =>
    out.table(
      ['name', 'clock', 'records', 'id'],
      page.data.map(({ name, at, records, id }) => [name, instant(at), records, id]),
      "No snapshots; save one with 'npx payments-emulator snapshot save NAME'.",
    ),
  );
}

export async function saveSnapshot({ client, out }: Session, name: string): Promise<void> {
  const saved = await client.call('snapshots.save', { name });
  out.document(saved, () => `Saved ${saved.name}: ${counted(saved.records, 'record')} at ${instant(saved.at)}.`);
}

export async function restoreSnapshot({ client, out }: Session, name: string): Promise<void> {
  const clock = await client.call('snapshots.restore', { name });
  out.document(clock, () => `Restored ${name}; the clock is at ${instant(clock.now)} (${clock.mode}).`);
}

export async function renameSnapshot({ client, out }: Session, name: string, to: string): Promise<void> {
  const renamed = await client.call('snapshots.rename', { snapshot: name, name: to });
  out.document(renamed, () => `Renamed ${name} to ${renamed.name}.`);
}

export interface DiffOptions {
  kind?: string;
  limit?: number;
}

export async function diffSnapshot(
  { client, out }: Session,
  name: string,
  { kind, limit }: DiffOptions,
): Promise<void> {
  const diff = await client.call('snapshots.diff', { name, kind, limit });
  out.document(diff, () => {
    const span = `${diff.name} (${instant(diff.at)}) and the current state (${instant(diff.now)})`;
    if (diff.kinds.length === 0) return `No differences between ${span}.`;
    const counts = out.table(
      ['kind', 'added', 'changed', 'removed'],
      diff.kinds.map(({ kind, added, changed, removed }) => [kind, added, changed, removed]),
      '',
    );
    return [`Differences between ${span}:`, counts, ...diff.kinds.map((each) => recordLines(out, each))].join('\n\n');
  });
}

/** The records of a kind that differ, with their changed fields. */
function recordLines(out: Output, { kind, records, more }: SnapshotDiff['kinds'][number]): string {
  const lines = records.flatMap(({ id, change, fields }) => [
    `  ${change.padEnd(7)}  ${clean(id)}`,
    ...fields.map(({ field, from, to }) => clean(`    ${field}: ${fieldText(from)} > ${fieldText(to)}`)),
  ]);
  const rest = more === 0 ? [] : [out.paint('dim', `  and ${more} more`)];
  return [out.paint('bold', kind), ...lines, ...rest].join('\n');
}

export async function deleteSnapshot({ client, out }: Session, name: string): Promise<void> {
  const removed = await client.call('snapshots.delete', { name });
  out.document(removed, () => `Deleted ${removed.id}.`);
}

/** Resets the workspace to its initial fixture. */
export async function reset({ client, out }: Session): Promise<void> {
  const answer = await client.call('reset');
  out.document(answer, () => `${answer.id} was reset to the fixture '${answer.fixture}'.`);
}
