import { CommanderError } from 'commander';
import { ClientError, ConnectionError } from '../client.ts';
import { clean, safeJson } from './output.ts';

/** What the exit status of a command says. */
export const exitCodes = {
  done: 0,
  /** The emulator or the API refused. */
  refused: 1,
  wrongUsage: 2,
  /** No emulator is running there. */
  notRunning: 3,
  /** A wait ended without what it waited for. */
  waitEnded: 4,
  /** The audit found what somebody must mend. */
  violated: 5,
  interrupted: 130,
} as const;

/** A command that ends with a line on stderr and an exit status. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command line itself is wrong: exit status 2. */
export const wrongUsage = (message: string): CommandFailure => new CommandFailure(exitCodes.wrongUsage, message);

/**
 * What a call answers, where it may refuse a name on the command line that stands for nothing.
 * @param param what the emulator calls the place of the name
 * @throws CommandFailure (wrong usage) for such a name
 */
export async function callNaming<A>(param: string, call: Promise<A>): Promise<A> {
  try {
    return await call;
  } catch (error) {
    const isUnknown = error instanceof ClientError && error.status === 404 && error.body.param === param;
    throw isUnknown ? wrongUsage(error.message) : error;
  }
}

/** Tells of a failure in one line and gives the exit status; with `json` a refusal's body goes to stdout. */
export function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof ClientError) {
    if (json) process.stdout.write(`${safeJson(error.body)}\n`);
    else complain(error.message);
    return exitCodes.refused;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (process.env.EMULATOR_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  else complain(message);
  if (error instanceof CommandFailure) return error.exitCode;
  return error instanceof ConnectionError ? exitCodes.notRunning : exitCodes.refused;
}

/** One line on stderr. */
export function complain(message: string): void {
  process.stderr.write(`emulator: ${clean(message)}\n`);
}
