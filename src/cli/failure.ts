import { CommanderError } from 'commander';
import { ClientError, ConnectionError } from '../client/node-client.ts';
import { messageOf } from '../core/base/system-errors.ts';
import { cleanLines } from '../core/base/terminal-text.ts';
import { hideUsers } from '../payments/secrets/patterns.ts';
import { FixtureError } from '../sandbox/fixtures/errors.ts';
import { clean, safeJson } from './output.ts';

/** The exit statuses of commands. */
export const exitCodes = {
  done: 0,
  /** The emulator or the API refused the request. */
  refused: 1,
  wrongUsage: 2,
  /** No emulator answers. */
  notRunning: 3,
  /** A wait timed out. */
  waitEnded: 4,
  /** The audit found violations. */
  violated: 5,
  /** The command itself failed, which is a fault of this program. */
  crashed: 70,
  interrupted: 130,
} as const;

/** Ends a command with one line on stderr, or with a list of problems, and an exit status. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A mistake on the command line: exit status 2. */
export const wrongUsage = (message: string): CommandFailure => new CommandFailure(exitCodes.wrongUsage, message);

/** A fixture with problems, which are listed one a line. */
export const unusableFixture = (error: FixtureError | ClientError): CommandFailure =>
  new CommandFailure(exitCodes.wrongUsage, error.message, { cause: error });

/** Whether the emulator refused a fixture. */
export const isRefusedFixture = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status === 400 && error.body.param === 'fixture';

/** Whether a message is a list of problems, each of one line that is safe for a terminal. */
const isList = (error: unknown): boolean => error instanceof FixtureError || isRefusedFixture(error);

/**
 * Makes a call with a name from the command line, which the emulator may refuse.
 * @param param the emulator's parameter with that name
 * @throws CommandFailure (wrong usage) if the name is unknown
 */
export async function callNaming<A>(param: string, call: Promise<A>): Promise<A> {
  try {
    return await call;
  } catch (error) {
    const isUnknown = error instanceof ClientError && error.status === 404 && error.body.param === param;
    throw isUnknown ? wrongUsage(error.message) : error;
  }
}

/** Reports a failure in one line and returns the exit status. With `json`, prints the body of a refusal to stdout. */
export function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof ClientError) {
    if (json) process.stdout.write(`${safeJson(error.body)}\n`);
    else complain(error.message, isList(error));
    return exitCodes.refused;
  }
  const message = messageOf(error);
  if (process.env.EMULATOR_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  else complain(message, isList(error) || (error instanceof CommandFailure && isList(error.cause)));
  if (error instanceof CommandFailure) return error.exitCode;
  return error instanceof ConnectionError ? exitCodes.notRunning : exitCodes.refused;
}

/** Writes one line, or a list, to stderr, with passwords removed from addresses. */
export function complain(message: string, asList = false): void {
  const safe = asList ? cleanLines : clean;
  process.stderr.write(`emulator: ${safe(hideUsers(message))}\n`);
}
