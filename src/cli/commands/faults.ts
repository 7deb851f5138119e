import type { SentTo } from '../../client/node-client.ts';
import type { FaultView } from '../../sandbox/control/wire.ts';
import { wrongUsage } from '../failure.ts';
import { counted, type Output } from '../output.ts';
import type { Session } from '../session.ts';

export async function listFaults({ client, out }: Session): Promise<void> {
  const page = await client.call('faults.list');
  out.document(page, () => table(out, page.data));
}

export async function addFault({ client, out }: Session, fields: Record<string, unknown>): Promise<void> {
  const fault = await client.call('faults.create', fields as SentTo<'faults.create'>);
  out.document(fault, () => table(out, [fault]));
}

/** @throws CommandFailure (wrong usage) unless either a fault or `--all` is named */
export async function removeFaults(session: Session, id: string | undefined, all = false): Promise<void> {
  if (id !== undefined && !all) return removeFault(session, id);
  if (id !== undefined) throw wrongUsage(`--all removes every fault in the workspace; pass either '${id}' or --all.`);
  if (!all) throw wrongUsage("Pass the id of the fault to remove (see 'npx payments-emulator faults'), or pass --all.");
  const removed = await session.client.call('faults.clear');
  session.out.document(removed, () => `Removed ${counted(removed.removed, 'fault')}.`);
}

export async function removeFault({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.call('faults.delete', { id });
  out.document(removed, () => `Removed ${removed.id}.`);
}

const table = (out: Output, faults: readonly FaultView[]): string =>
  out.table(
    ['id', 'on', 'kind', 'details', 'used', 'times'],
    faults.map(({ id, on, kind, details, used, times, spent }) => [
      id,
      on,
      kind,
      details,
      used,
      spent ? { text: `${times}, spent`, style: 'dim' } : (times ?? 'until removed'),
    ]),
    "No faults; add one with 'npx payments-emulator faults add KIND --on charges.create'.",
  );
