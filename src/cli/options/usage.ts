import type { Command, CommanderError } from 'commander';
import { closest } from '../../core/base/closest.ts';
import { wrongUsage } from '../failure.ts';

/** Returns a function that returns the command whose parsing failed, because commander's errors do not name it. */
export function trackFailingCommand(program: Command): () => Command {
  let failing = program;
  const watch = (command: Command): void => {
    command.exitOverride((error) => {
      failing = command;
      throw error;
    });
    for (const child of command.commands) watch(child);
  };
  watch(program);
  return () => failing;
}

/**
 * The command with the given words.
 * @throws CommandFailure (wrong usage) that suggests the likely command
 */
export function findCommand(program: Command, words: readonly string[]): Command {
  return words.reduce((at, word) => {
    const found = at.commands.find((command) => command.name() === word);
    if (found === undefined) throw wrongUsage(unknownCommand(at, word));
    return found;
  }, program);
}

const onlyForward =
  "the clock only moves forward; to go back, use a snapshot ('npx payments-emulator snapshot save', 'npx payments-emulator snapshot restore').";

/** commander's error in one line, with the next step for the user. */
export function usageLine(failing: Command, error: CommanderError): string {
  if (error.code === 'commander.help') return "a command is required. See 'npx payments-emulator --help'.";
  if (error.code === 'commander.excessArguments' && failing.commands.length > 0) {
    return unknownCommand(failing, failing.args[0] ?? '');
  }
  if (
    error.code === 'commander.unknownOption' &&
    failing.name() === 'advance' &&
    /option '-(\d|P)/i.test(error.message)
  ) {
    return onlyForward;
  }
  if (runsCommands(failing) && (error.code === 'commander.missingArgument' || isOptionOfWords(failing, error))) {
    return `write the command to run after '--', as in ${pathOf(failing).join(' ')} -- npm test.`;
  }
  const [what, suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion === undefined ? seeHelp(failing) : suggestion.replace(/^\(|\)$/g, '');
  return `${what!.replace(/\.$/, '')}. ${hint}`;
}

const runsCommands = (command: Command): boolean => /-- </.test(command.usage());

/**
 * Whether an unknown option follows the words of a command to run, and therefore belongs to that command. In both
 * cases commander stops at the first option.
 */
const isOptionOfWords = ({ args: [first = '-'] }: Command, { code }: CommanderError): boolean =>
  code === 'commander.unknownOption' && !first.startsWith('-');

function unknownCommand(owner: Command, typed: string): string {
  const [near] = closest(
    typed,
    owner.commands.map((command) => command.name()),
  );
  const [, ...path] = pathOf(owner);
  const hint = near === undefined ? seeHelp(owner) : `Did you mean '${near}'?`;
  return `unknown command '${[...path, typed].join(' ')}'. ${hint}`;
}

const seeHelp = (command: Command): string => `See '${pathOf(command).join(' ')} --help'.`;

const pathOf = (command: Command): string[] => [
  ...(command.parent === null ? [] : pathOf(command.parent)),
  command.name(),
];
