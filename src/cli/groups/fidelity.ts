import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CaptureCommandOptions } from '../commands/fidelity/capture.ts';
import type { CompareFlags } from '../commands/fidelity/compare.ts';
import { force, integer, runAction } from '../options/declare.ts';

/** Declares the commands that compare the emulator with the service itself. */
export function addFidelityCommands(program: Command): void {
  program
    .command('capture')
    .description("Save your application's calls to the real platform (HAR)")
    .usage('[options] [-- <command> [arguments...]]')
    .argument('[command...]', 'Command to run (default: record until Ctrl-C)')
    .requiredOption('--from <url>', 'Base URL of the real API')
    .requiredOption('--out <file>', 'Write the capture (HAR) to this file')
    .option('--port <number>', 'Listen on this port, or 0 for any free port (default 4748)', integer(0, 65_535))
    .option('--webhooks-to <url>', 'Forward webhooks from /webhooks to this address')
    .option('--allow-live', 'Allow live keys, which move real money')
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
    .description('Compare the emulator with captures of the real service')
    .argument('[captures...]', 'HAR files from capture, a browser or another proxy')
    .option('--against <url>', "Call every operation in this service's test mode instead")
    .option('--key-env <name>', 'Environment variable with the secret test key for --against')
    .option('--publishable-key-env <name>', 'Environment variable with the publishable test key')
    .option('--out <file>', 'Write the --against capture to this file (default walk.har)')
    .option('--yes', 'Skip the confirmation before --against makes calls')
    .option('--clean-up', 'After --against, remove, void or cancel what it created')
    .option('--fixture <name-or-file>', 'Start the workspace from this fixture')
    .option('--profile <file>', 'Respond as defined by this profile')
    .option('--over-specification', 'Let the profile contradict the specification')
    .option('--write-profile <file>', 'Write a profile for `start --profile`')
    .option('--baseline <file>', 'Report only what is new, changed or gone since this baseline')
    .option('--write-baseline <file>', 'Write the findings as a baseline for the next comparison')
    .option('--keep <file>', 'Save confirmed and refuted assumptions to this file')
    .option('--assumptions', 'List every assumption and its result')
    .option('--markdown', 'Print the report as Markdown')
    .option('--junit <file>', 'Also write the report as JUnit XML')
    .option('--json-file <file>', 'Also write the report as JSON, for `start --comparison`')
    .option('--schema', 'Print the JSON Schema of the report')
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
