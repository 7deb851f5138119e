import { ConnectionError } from '../../../client/node-client.ts';
import type { CompactionResult } from '../../../sandbox/control/wire.ts';
import { sizeText } from '../../output.ts';
import type { Session } from '../../session.ts';
import { isAddressNamed, openFolder, refusing } from './data-folder.ts';

/**
 * Removes deleted records from a data folder. A running emulator does that itself; without one, this process opens the
 * folder.
 */
export async function compact(session: Session, { dataDir }: { dataDir?: string }): Promise<void> {
  const { client, out } = session;
  const isLocal = dataDir !== undefined || !isAddressNamed(session);
  const asked = dataDir === undefined ? await client.call('compact').catch(unless(isLocal)) : null;
  const result = asked ?? (await refusing(() => compactFolder(session)));
  const { before, after } = result;
  out.document(result, () => {
    if (before === null || after === null) return 'The emulator stores nothing on disk.';
    const [large, small] = [sizeText(before), sizeText(after)];
    return after >= before || large === small
      ? `The data has no deleted records to remove (${small}).`
      : `Compacted the data from ${large} to ${small}.`;
  });
}

/** Without an address in the command, a folder that no emulator uses is compacted here. */
const unless =
  (isLocal: boolean) =>
  (error: unknown): null => {
    if (isLocal && error instanceof ConnectionError) return null;
    throw error;
  };

async function compactFolder(session: Session): Promise<CompactionResult> {
  const folder = await openFolder(session);
  const { bytes: before } = folder.status();
  try {
    await folder.reduce();
  } catch (error) {
    await folder.discard();
    throw error;
  }
  const { bytes: after } = folder.status();
  const isSmaller = before !== null && after !== null && after < before;
  // All files stay as they were if they cannot be smaller.
  await (isSmaller ? folder.close() : folder.discard());
  return { before, after };
}
