import type { Command } from 'commander';
import { force, handle } from '../options/declare.ts';

/** Declares the commands for whoever operates an emulator for others. */
export function addOperateCommands(program: Command): void {
  program
    .command('backup')
    .description('Save the data folder as a tar file, also while the emulator runs')
    .argument('<file>', 'File to write, or - for stdout')
    .option('--data-dir <folder>', 'Save this folder (default: the folder of the running emulator)')
    .option(...force)
    .action(
      handle<{ force?: boolean }>(async (session, [file], options) =>
        (await import('../commands/operate/backup.ts')).backup(session, file!, options),
      ),
    );
  program
    .command('restore')
    .description('Unpack a backup into an empty data folder')
    .argument('<file>')
    .option('--data-dir <folder>', 'Unpack into this folder (default .emulator)')
    .action(handle(async (session, [file]) => (await import('../commands/operate/backup.ts')).restore(session, file!)));
  program
    .command('compact')
    .description('Remove deleted records from the data folder')
    .option('--data-dir <folder>', 'Compact this folder, which no emulator uses (default .emulator)')
    .action(
      handle<{ dataDir?: string }>(async (session, _, options) =>
        (await import('../commands/operate/compact.ts')).compact(session, options),
      ),
    );
}
