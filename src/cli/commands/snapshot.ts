import { counted, instant } from '../output.ts';
import type { Session } from '../session.ts';

export async function listSnapshots({ client, out }: Session): Promise<void> {
  const page = await client.snapshots.list();
  out.document(page, () =>
    out.table(
      ['name', 'clock', 'records', 'id'],
      page.data.map(({ name, at, records, id }) => [name, instant(at), records, id]),
      "No snapshots; save one with 'emulator snapshot save NAME'.",
    ),
  );
}

export async function saveSnapshot({ client, out }: Session, name: string): Promise<void> {
  const saved = await client.snapshots.save(name);
  out.document(saved, () => `Saved ${saved.name}: ${counted(saved.records, 'record')} at ${instant(saved.at)}.`);
}

export async function restoreSnapshot({ client, out }: Session, name: string): Promise<void> {
  const clock = await client.snapshots.restore(name);
  out.document(clock, () => `Restored ${name}; the clock stands at ${instant(clock.now)} (${clock.mode}).`);
}

export async function deleteSnapshot({ client, out }: Session, name: string): Promise<void> {
  const removed = await client.snapshots.delete(name);
  out.document(removed, () => `Deleted ${removed.id}.`);
}

/** Back to the fixture that the workspace began with. */
export async function reset({ client, out }: Session): Promise<void> {
  const answer = await client.reset();
  out.document(answer, () => `${answer.id} is as the fixture '${answer.fixture}' has it.`);
}
