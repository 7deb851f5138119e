import { ConnectionError } from '../../../client/node-client.ts';
import type { CompactionResult } from '../../../sandbox/control/wire.ts';
import { sizeText } from '../../output.ts';
import type { Session } from '../../session.ts';
import { onFolder } from './data-folder.ts';

/**
 * Removes deleted records from a data folder. A running emulator does that itself; without one, this process opens the
 * folder.
 */
export async function compact(session: Session, { dataDir }: { dataDir?: string }): Promise<void> {
  const { client, out, flags } = session;
  const isLocal = dataDir !== undefined || (flags.url === undefined && !process.env.EMULATOR_URL);
  const asked = dataDir === undefined ? await client.compact().catch(unless(isLocal)) : null;
  const result = asked ?? (await compactFolder(session));
  const { before, after } = result;
  out.document(result, () =>
    before === null || after === null
      ? 'The emulator stores nothing on disk.'
      : `Compacted the data from ${sizeText(before)} to ${sizeText(after)}.`,
  );
}

/** Without an address in the command, a folder that no emulator uses is compacted here. */
const unless =
  (isLocal: boolean) =>
  (error: unknown): null => {
    if (isLocal && error instanceof ConnectionError) return null;
    throw error;
  };

const compactFolder = (session: Session): Promise<CompactionResult> =>
  onFolder(session, async (folder) => {
    const { bytes: before } = folder.status();
    await folder.compact();
    return { before, after: folder.status().bytes };
  });
