import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A command for the program that stays. */
export interface Command {
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What a command printed, its status, and what would have kept its process alive after it: nothing, as it should be. */
interface Answer {
  stdout: string;
  stderr: string;
  exitCode: number;
  left: string[];
}

const idle: ChildProcess[] = [];

/**
 * Runs the built program in a process that has it loaded: a command's own work without Node's start. A process runs one
 * command at a time; those that run at once have one each, and all of them end with the tests.
 * @throws Error where a command leaves something behind that would keep its process from ending, or ends this one
 */
export async function runWarm({ args, cwd, env }: Command): Promise<Omit<Answer, 'left'>> {
  const child = idle.pop() ?? open();
  const { left, ...ran } = await ask(child, { args, cwd, env });
  if (left.length > 0) {
    child.disconnect();
    throw new Error(`emulator ${args.join(' ')} did not end: ${left.join(', ')}; ${ran.stdout}${ran.stderr}`);
  }
  idle.push(child);
  return ran;
}

function open(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'warm-program.mjs'), { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  child.unref();
  return child;
}

function ask(child: ChildProcess, command: Command): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: unknown) =>
      reject(new Error(`emulator ${command.args.join(' ')} ended the process it ran in: ${code}`));
    child.once('exit', fail);
    child.once('message', (answer) => {
      child.off('exit', fail);
      child.channel?.unref();
      resolve(answer as Answer);
    });
    child.channel?.ref();
    if (child.exitCode !== null) fail(child.exitCode);
    else child.send(command);
  });
}
