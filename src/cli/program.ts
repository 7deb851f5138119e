import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { optionOf } from './declare.ts';
import { complain, exitCodes, report } from './failure.ts';
import { addCalling } from './groups/calling.ts';
import { addHelping } from './groups/helping.ts';
import { addKeeping } from './groups/keeping.ts';
import { addLooking } from './groups/looking.ts';
import { addMoving } from './groups/moving.ts';
import { addRunning } from './groups/running.ts';
import { addSettingUp } from './groups/setting-up.ts';
import { globalSettings } from './settings.ts';
import { findCommand, usageLine, whoRefuses } from './usage.ts';

/** Parses the command line and does what it says; the process ends with the exit status it leaves behind. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  const refusing = whoRefuses(program);
  process.stdout.on('error', quietly);
  process.stderr.on('error', quietly);
  process.on('uncaughtException', (error) => process.exit(report(error, false)));
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error, argv.includes('--json'));
    if (error instanceof CommanderError && process.exitCode !== exitCodes.done) {
      complain(usageLine(refusing(), error));
    }
  }
}

/** A reader that has gone (`| head`) is no failure, nor is a terminal that was closed. */
function quietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** All commands with their arguments and options; what each does is loaded when it is called. */
export function buildProgram(): Command {
  const program = new Command('emulator')
    .description('A local sandbox of a whole payments platform.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError();
  for (const setting of globalSettings) program.addOption(optionOf(setting));

  program.commandsGroup('Run:');
  addRunning(program);
  program.commandsGroup('Make things happen:');
  addMoving(program);
  program.commandsGroup('Look:');
  addLooking(program);
  program.commandsGroup('Call the API:');
  addCalling(program);
  program.commandsGroup('Set up:');
  addKeeping(program);
  addSettingUp(program);
  addHelping(program);
  program
    .command('help', { hidden: true })
    .argument('[command...]')
    .action((words: string[]) => findCommand(program, words).help());
  return program;
}
