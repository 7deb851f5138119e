import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { complain, exitCodes, report } from './failure.ts';
import { addApiCommands } from './groups/api.ts';
import { addAuditCommands } from './groups/audit.ts';
import { addFidelityCommands } from './groups/fidelity.ts';
import { addFixtureAndFaultCommands } from './groups/fixtures-and-faults.ts';
import { addObjectAndEventCommands } from './groups/objects-and-events.ts';
import { addRunCommands } from './groups/run.ts';
import { addTriggerAndClockCommands } from './groups/trigger-and-clock.ts';
import { endWithLauncher } from './launcher.ts';
import { optionOf } from './options/declare.ts';
import { addExamples } from './options/examples.ts';
import { helpTopics, isHelpTopic, topicText } from './options/help-topics.ts';
import { globalSettings } from './options/settings.ts';
import { findCommand, trackFailingCommand, usageLine } from './options/usage.ts';

/** Parses the command line, runs the command, and sets the exit status. */
export async function run(argv: readonly string[]): Promise<void> {
  endWithLauncher(process.env);
  const program = buildProgram();
  const failingCommand = trackFailingCommand(program);
  process.stdout.on('error', quietly);
  process.stderr.on('error', quietly);
  process.on('uncaughtException', (error) => process.exit(report(error, false)));
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error, argv.includes('--json'));
    if (error instanceof CommanderError && process.exitCode !== exitCodes.done) {
      complain(usageLine(failingCommand(), error));
    }
  }
}

/** Ignores an output error: a reader that is gone (`| head`) or a closed terminal is not a failure. */
function quietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

const topicList = `
Topics (npx payments-emulator help TOPIC):
${Object.entries(helpTopics)
  .map(([name, about]) => `  ${name.padEnd(15)} ${about}`)
  .join('\n')}

Manual: the /docs page of a running emulator, or the docs folder in the package.`;

/** All commands with their arguments and options. The module of a command is loaded when the command runs. */
export function buildProgram(): Command {
  const program = new Command('npx payments-emulator')
    .description(
      'A local sandbox of a complete payments platform. In package.json scripts, the command is also available as emulator.',
    )
    .version(version, '--version', 'Print the version')
    .helpOption('-h, --help', 'Print this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError();
  for (const setting of globalSettings) program.addOption(optionOf(setting));

  program.commandsGroup('Run:');
  addRunCommands(program);
  program.commandsGroup('Simulate:');
  addTriggerAndClockCommands(program);
  program.commandsGroup('Inspect:');
  addObjectAndEventCommands(program);
  program.commandsGroup('Audit:');
  addAuditCommands(program);
  program.commandsGroup('Compare:');
  addFidelityCommands(program);
  program.commandsGroup('API:');
  addApiCommands(program);
  program.commandsGroup('Configure:');
  addFixtureAndFaultCommands(program);
  program
    .command('help', { hidden: true })
    .argument('[command...]')
    .action((words: string[]) => {
      if (words.length === 1 && isHelpTopic(words[0])) process.stdout.write(topicText(words[0]));
      else findCommand(program, words).help();
    });
  addExamples(program);
  program.addHelpText('after', topicList);
  return program;
}
