import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CaptureCommandOptions } from '../commands/fidelity/capture.ts';
import { force, integer, runAction } from '../options/declare.ts';

/** Declares the commands that hold the emulator against the service itself. */
export function addFidelityCommands(program: Command): void {
  program
    .command('capture')
    .description('pass an application on to the service itself, and keep what the service answers as HAR')
    .usage('[options] [-- <command> [arguments...]]')
    .argument('[command...]', 'the command to run, whose exit status this ends with (default: until Ctrl-C)')
    .requiredOption('--from <url>', 'the base address of the API of the service: https://sandbox.example.com/api/v1')
    .requiredOption('--out <file>', 'where the capture goes')
    .option('--port <number>', 'port to listen on, 0 for any free one (default 4748)', integer(0, 65_535))
    .option('--webhooks-to <url>', 'pass the webhooks that come to /webhooks on to here, and keep them too')
    .option('--allow-live', 'send live keys too, which move real money')
    .option(...force)
    .action((words: string[], options: CaptureCommandOptions, command: Command) =>
      runAction(
        command,
        async (session) => (await import('../commands/fidelity/capture.ts')).capture(session, words, options, version),
        false,
      ),
    );
}
