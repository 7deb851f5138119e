import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CaptureCommandOptions } from '../commands/fidelity/capture.ts';
import type { CompareFlags } from '../commands/fidelity/compare.ts';
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
  program
    .command('compare')
    .description('ask a fresh emulator what captures of the service (HAR) have, and tell what it answers otherwise')
    .argument('[captures...]', 'files of the command capture, of a browser or of another proxy')
    .option('--against <url>', "walk a service's test mode instead: each operation by its example, each refusal")
    .option('--key-env <name>', 'the variable that holds a secret key of test mode, for --against')
    .option('--publishable-key-env <name>', 'the variable that holds a publishable key of test mode')
    .option('--out <file>', 'where --against writes its capture (default service.har)')
    .option('--yes', 'do not ask before --against makes calls')
    .option('--fixture <name-or-file>', 'what the workspace has before, where the capture does not tell')
    .option('--profile <file>', 'answer by this profile')
    .option('--over-specification', 'let a profile change what the specification states')
    .option('--write-profile <file>', 'write what can be adopted, for `start --profile`')
    .option('--keep <file>', 'note in this file which assumptions were confirmed and refuted')
    .option('--assumptions', 'list every assumption and what the capture says of it')
    .option('--markdown', 'print the report as Markdown')
    .option('--junit <file>', 'write the report to this file too, as JUnit has it')
    .option('--json-file <file>', 'write the report to this file too, as JSON, for `start --comparison`')
    .option('--schema', 'print the JSON Schema of the report')
    .option(...force)
    .action((files: string[], _options, command: Command) =>
      runAction(command, async (session) =>
        (await import('../commands/fidelity/compare.ts')).compare(
          session,
          files,
          command.optsWithGlobals<CompareFlags>(),
          version,
        ),
      ),
    );
}
