import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { complain, exitCodes, report } from './failure.ts';
import { endWithLauncher } from './launcher.ts';
import { optionOf } from './options/declare.ts';
import { addExamples } from './options/examples.ts';
import { helpTopics, isHelpTopic, topicText } from './options/help-topics.ts';
import { globalSettings } from './options/settings.ts';
import { findCommand, trackFailingCommand, usageLine } from './options/usage.ts';

/** Parses the command line, runs the command, and sets the exit status. */
export async function run(argv: readonly string[]): Promise<void> {
  endWithLauncher(process.env);
  const program = await buildProgram(argv.slice(2));
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

/** The commands of one heading, whose declaration is loaded when it is needed. */
interface CommandGroup {
  readonly heading: string;
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

const commandGroups: readonly CommandGroup[] = [
  {
    heading: 'Run:',
    names: ['start', 'init', 'exec', 'record', 'dashboard', 'inspect', 'mcp', 'status', 'stop', 'reset'],
    load: async () => (await import('./groups/run.ts')).addRunCommands,
  },
  {
    heading: 'Simulate:',
    names: ['trigger', 'clock', 'settle', 'idle'],
    load: async () => (await import('./groups/trigger-and-clock.ts')).addTriggerAndClockCommands,
  },
  {
    heading: 'Simulate:',
    names: ['outcomes', 'faults'],
    load: async () => (await import('./groups/outcomes-and-faults.ts')).addOutcomeAndFaultCommands,
  },
  {
    heading: 'Inspect:',
    names: ['objects', 'ledger', 'events', 'requests', 'mark', 'mail', 'webhooks'],
    load: async () => (await import('./groups/objects-and-events.ts')).addObjectAndEventCommands,
  },
  {
    heading: 'Audit:',
    names: ['audit'],
    load: async () => (await import('./groups/audit.ts')).addAuditCommands,
  },
  {
    heading: 'Compare:',
    names: ['capture', 'compare'],
    load: async () => (await import('./groups/fidelity.ts')).addFidelityCommands,
  },
  {
    heading: 'API:',
    names: ['get', 'post', 'patch', 'delete', 'openapi'],
    load: async () => (await import('./groups/api.ts')).addApiCommands,
  },
  {
    heading: 'Configure:',
    names: ['fixture', 'snapshot', 'keys', 'workspaces', 'tokens', 'doctor'],
    load: async () => (await import('./groups/setup.ts')).addSetupCommands,
  },
  {
    heading: 'Operate:',
    names: ['backup', 'restore', 'compact'],
    load: async () => (await import('./groups/operate.ts')).addOperateCommands,
  },
];

/**
 * The groups that declare the words of a command line; all of them if no group names the first word, as for `help` and
 * `completion`.
 */
function groupsFor(words: readonly string[]): readonly CommandGroup[] {
  const first = words.find((word) => !word.startsWith('-'));
  const isNamed = ({ names }: CommandGroup) => first !== undefined && names.includes(first);
  return commandGroups.some(isNamed)
    ? commandGroups.filter(({ names }) => words.some((word) => names.includes(word)))
    : commandGroups;
}

/**
 * The commands with their arguments and options. The module of a command is loaded when the command runs.
 * @param words the command line; only the commands that it can mean are declared
 */
export async function buildProgram(words: readonly string[] = []): Promise<Command> {
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
  for (const { heading, load } of groupsFor(words)) {
    program.commandsGroup(heading);
    (await load())(program);
  }
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
