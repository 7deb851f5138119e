import { once } from 'node:events';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { CommandFailure, exitCodes, wrongUsage } from '../../failure.ts';
import { counted, sizeText } from '../../output.ts';
import type { Session } from '../../session.ts';
import { folderInUse, folderOf, refusing } from './data-folder.ts';

/** Saves a data folder as a tar file that only its owner can read, because it contains keys and signing secrets. */
export async function backup(session: Session, file: string, { force = false }: { force?: boolean }): Promise<void> {
  const { out } = session;
  const folder = await folderInUse(session);
  const [{ backupOf }, { replaceFile }] = await Promise.all([
    import('../../../sandbox/files/backup.ts'),
    import('../../../sandbox/files/atomic-files.ts'),
  ]);
  if (file === '-') {
    await refusing(async () => {
      for (const piece of backupOf(folder)) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    });
    return;
  }
  if (existsSync(file) && !force) throw wrongUsage(`${file} already exists. To overwrite it, add --force.`);
  await refusing(() =>
    replaceFile(file, async (target) => {
      for (const piece of backupOf(folder)) await target.writeFile(piece);
    }),
  );
  const bytes = statSync(file).size;
  out.document({ file, folder, bytes }, () => `Saved ${folder} to ${file} (${sizeText(bytes)}).`);
}

/** Unpacks a backup, and checks it as `doctor` does. */
export async function restore(session: Session, file: string): Promise<void> {
  const { out } = session;
  const folder = folderOf(session);
  if (!existsSync(file)) throw wrongUsage(`${file} does not exist.`);
  const [{ restoreInto }, { inspectFolder }, { declarations }] = await Promise.all([
    import('../../../sandbox/files/backup.ts'),
    import('../../../sandbox/files/repair.ts'),
    import('../../../sandbox/declarations.ts'),
  ]);
  const opened = openSync(file, 'r');
  try {
    await refusing(() => restoreInto(folder, opened));
  } finally {
    closeSync(opened);
  }
  const { state, reason, commits } = await inspectFolder(folder, declarations());
  if (state !== 'sound') {
    throw new CommandFailure(exitCodes.refused, reason ?? `${folder} is ${state}.`);
  }
  out.document({ file, folder, commits }, () => `Restored ${counted(commits, 'commit')} to ${folder}.`);
}
