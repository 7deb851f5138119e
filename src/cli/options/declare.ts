import { type Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { closest } from '../../core/base/closest.ts';
import { largestRecord } from '../../record/read/limits.ts';
import { exitCodes, report } from '../failure.ts';
import { openSession, type Session } from '../session.ts';
import { withSetting } from '../setting-blame.ts';
import { recordOutputs, recordWhens } from './exec-options.ts';
import type { Setting } from './settings.ts';

/** Helpers to declare commands. */

/** A command with subcommands that also has an action without a subcommand. */
export function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

export const paged = (command: Command): Command =>
  command
    .option('--limit <number>', 'List this many results, 1 to 100 (default 10)', integer(1, 100))
    .option('--starting-after <id>', 'Start after the result with this id');

export function optionOf({ flag, about, takes }: Setting): Option {
  const option = new Option(flag, about);
  if ('items' in takes) option.argParser(collect).default(undefined);
  return option;
}

export const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Limits an option or an argument to a list of words. For a mistyped word, it suggests the nearest one. */
export function choice<O extends Option | Argument>(taker: O, words: readonly string[]): O {
  taker.choices(words);
  taker.argParser((typed: string) => {
    if (words.includes(typed)) return typed;
    const [near] = closest(typed, words);
    // commander puts its own suggestions on a separate line.
    const hint = near === undefined ? '' : `\n(Did you mean ${near}?)`;
    throw new InvalidArgumentError(`Use one of ${words.join(', ')}.${hint}`);
  });
  return taker;
}

export const integer =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Use a whole number ${range}.`);
  };

/** A fraction: more than 0, and at most 1. */
export function share(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (number > 0 && number <= 1) return number;
  throw new InvalidArgumentError('Use a number greater than 0 and at most 1, such as 0.1.');
}

/** A size as people write it: `25MB`, or bytes. */
export function fileSize(typed: string): number {
  const [, digits, unit = 'b'] = /^(\d{1,12})\s*(b|kb|mb|gb)?$/i.exec(typed.trim()) ?? [];
  const size = Number(digits) * 1_000 ** ['b', 'kb', 'mb', 'gb'].indexOf(unit.toLowerCase());
  if (size >= smallestRecord && size <= largestRecord) return size;
  throw new InvalidArgumentError('Use a size from 1MB to 64MB, such as 25MB.');
}

const smallestRecord = 1_000_000;

/** The function of a command with the options `O`. If it returns a number, the number is the exit status. */
type Work<O> = (session: Session, args: readonly (string | undefined)[], options: O) => Promise<unknown>;

/** Adapts a command for commander, which passes the arguments, then the options, then the command. */
export const handle =
  <O extends object = object>(work: Work<O>) =>
  (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const args = given.slice(0, -2) as (string | undefined)[];
    // The options of a group can come before or after its subcommand.
    return runAction(command, (session) => work(session, args, command.optsWithGlobals<O>()));
  };

/** Runs a command and sets the exit status. @param endsAtOnce whether Ctrl-C ends the command immediately */
export async function runAction(
  command: Command,
  work: (session: Session) => Promise<unknown>,
  endsAtOnce = true,
): Promise<void> {
  const session = openSession(command);
  if (endsAtOnce) process.on('SIGINT', () => process.exit(exitCodes.interrupted));
  try {
    const ended = await work(session);
    process.exitCode = typeof ended === 'number' ? ended : exitCodes.done;
  } catch (error) {
    process.exitCode = report(withSetting(error, session), session.out.json);
    endAfterError();
  }
}

/** How long work that a failed command has started may take to end, in milliseconds. */
const longestRest = 1_000;

/**
 * Ends the process of a failed command after its message is written, even if work that it started is still running.
 */
function endAfterError(): void {
  process.stderr.write('', () => setTimeout(() => process.exit(process.exitCode), longestRest).unref());
}

/** The flag of all commands that write a file. */
export const force = ['--force', 'Overwrite existing output files of other programs'] as const;

/**
 * The options of a command that writes a record.
 * @param what the content of the record
 * @param failure when the command counts as failed
 */
export const recordingOptions = (command: Command, what: string, failure: string): Command =>
  command
    .option('--record <file>', what)
    .addOption(
      new Option('--record-when <when>', `Save the record always, or only if ${failure} (default always)`).choices(
        recordWhens,
      ),
    )
    .option('--record-limit <size>', 'Limit the size of the record (default 25MB)', fileSize)
    .addOption(
      new Option('--record-output <when>', "Include the command's output: always or never (default always)").choices(
        recordOutputs,
      ),
    );
