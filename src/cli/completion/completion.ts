import type { Argument, Command, Option } from 'commander';
import type { Session } from '../session.ts';
import { valuesOf } from './values.ts';

/** How long completion waits for an emulator, in milliseconds. A person is waiting at the prompt. */
const patience = 2_000;

/** Something that shells can insert as it is. Inserting a name that a stranger wrote could run a command. */
const isPlain = (word: string): boolean => /^:?[\w-][\w.:@-]*$/.test(word);

/** Prints what can be at the cursor, one per line. The last word is the one at the cursor, after `=`. */
export async function printCompletions({ client, out }: Session, program: Command, typed: string[]): Promise<void> {
  const current = typed.at(-1)?.slice(1) ?? '';
  const { command, path, operands, option } = contextOf(program, typed.slice(0, -1));
  const values = async (taker: Option | Argument | undefined): Promise<Row[]> => {
    if (taker === undefined) return [];
    const late = new Promise<readonly string[]>((resolve) => setTimeout(resolve, patience, []).unref());
    const found = valuesOf(client, taker, { path, first: operands[0] ?? '' }).catch(() => []);
    return (await Promise.race([found, late])).map((word) => [word, '']);
  };
  const rows =
    option !== undefined
      ? await values(option)
      : current.startsWith('-')
        ? flagsOf(program, command)
        : [...subcommandsOf(command), ...(await values(command.registeredArguments[operands.length]))];
  const fitting = rows.filter(([word]) => isPlain(word) && (word.startsWith(':') || word.startsWith(current)));
  out.raw(fitting.map(([word, about]) => (about === '' ? word : `${word}\t${about}`)).join('\n'));
}

/** A word and its description. */
type Row = readonly [word: string, about: string];

/** The command that the words before the cursor name, and what they give to it. */
interface CommandContext {
  readonly command: Command;
  readonly path: string;
  readonly operands: readonly string[];
  /** The option whose value is at the cursor. */
  readonly option: Option | undefined;
}

function contextOf(program: Command, words: readonly string[]): CommandContext {
  let command = program;
  let option: Option | undefined;
  const path: string[] = [];
  const operands: string[] = [];
  for (const word of words) {
    if (option !== undefined) {
      option = undefined;
    } else if (word.startsWith('-')) {
      option = optionsOf(program, command).find(({ long, short }) => word === long || word === short);
      if (option?.required !== true) option = undefined;
    } else {
      const next = operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (next === undefined) operands.push(word);
      else {
        command = next;
        path.push(word);
      }
    }
  }
  return { command, path: path.join(' '), operands, option };
}

const optionsOf = (program: Command, command: Command): readonly Option[] =>
  command === program ? program.options : [...command.options, ...program.options];

const flagsOf = (program: Command, command: Command): Row[] => [
  ...optionsOf(program, command).flatMap(({ long, short, description }) =>
    [long, short].flatMap((name): Row[] => (name == null ? [] : [[name, description]])),
  ),
  ['--help', 'Print this help'],
  ['-h', 'Print this help'],
];

/** The commands below a command. Hidden commands are `help` and names that start with two underscores. */
const subcommandsOf = ({ commands }: Command): Row[] =>
  commands
    .filter((command) => !command.name().startsWith('__') && command.name() !== 'help')
    .map((command) => [command.name(), command.description()]);
