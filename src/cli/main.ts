import { join } from 'node:path';
import { type Loaded, loadProgram } from './code-cache.ts';
import { endWithLauncher } from './launcher.ts';

/**
 * The commands that need the emulator, its declarations or its data folder. All others talk to a running emulator; they
 * have a program of a tenth of the size.
 */
const wholeCommands: readonly string[] = [
  'start',
  'stop',
  'exec',
  'fixture',
  'doctor',
  'openapi',
  'post',
  'patch',
  'delete',
  'completion',
  'record',
];

type Program = typeof import('./program.ts');

/** The program for a command line, and the purpose under which its compiled code is kept. */
export function programFor(argv: readonly string[]): { file: string; use: string } {
  const words = argv.slice(2);
  // `audit -- COMMAND` starts emulators; `audit` alone talks to a running one.
  const isTrial = words.includes('audit') && words.includes('--');
  // A fixture that the emulator may not read is read by this process.
  const named = words.some((word) => /^--fixture(=|$)/.test(word)) ? 'fixture' : undefined;
  const command = isTrial ? 'audit' : (words.find((word) => wholeCommands.includes(word)) ?? named);
  return command === undefined
    ? { file: join(__dirname, 'client.cjs'), use: 'client' }
    : { file: join(__dirname, 'whole.cjs'), use: command };
}

/** Loads the program for a command line and runs it; sets the exit status. */
export async function run(argv: readonly string[]): Promise<void> {
  endWithLauncher(process.env);
  const { file, use } = programFor(argv);
  const { exports, keepCode } = load(file, use);
  await exports.run(argv, keepCode);
}

/** Loads a program. For debugging, stack traces then have the lines of the sources. */
export function load(file: string, use: string): Loaded<Program> {
  if (process.env.EMULATOR_DEBUG === undefined) return loadProgram<Program>(file, use);
  process.setSourceMapsEnabled(true);
  return { exports: require(file) as Program, keepCode: () => {} };
}
