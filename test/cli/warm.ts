import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A command for the program that stays. */
export interface Command {
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How a command ended, but what would have kept its process alive after it: nothing, as it should be. */
interface Ending {
  exitCode: number;
  left: string[];
}

export interface WarmCommand {
  /** Its exit status, once everything that it printed has been told. */
  readonly ended: Promise<number>;
  /** Sends it a signal that it listens to, unless it has ended. */
  readonly signal: (signal: NodeJS.Signals) => void;
}

/** Ends the output of a command, behind everything that it and its own children printed. */
const mark = '\u0004end of the command\u0004';
const idle: ChildProcess[] = [];

/**
 * Runs the built program in a process that has it loaded: a command's own work without Node's start. A process runs one
 * command at a time; those that run at once have one each, and all of them end with the tests. The promise rejects where
 * a command leaves something behind that would keep its process from ending, or ends this one.
 * @param tell hears what is printed, as it is printed
 */
export function runWarm(
  { args, cwd, env }: Command,
  tell: (stream: 'stdout' | 'stderr', text: string) => void,
): WarmCommand {
  const child = idle.pop() ?? open();
  const told = Promise.all([
    untilMark(child, 'stdout', (text) => tell('stdout', text)),
    untilMark(child, 'stderr', (text) => tell('stderr', text)),
  ]);
  const ending = endingOf(child, args);
  child.send({ args, cwd, env });
  const end = async () => {
    const { exitCode, left } = await ending;
    await told;
    if (left.length > 0) {
      child.disconnect();
      throw new Error(`emulator ${args.join(' ')} did not end: ${left.join(', ')}`);
    }
    idle.push(child);
    return exitCode;
  };
  let isOver = false;
  const ended = end().finally(() => {
    isOver = true;
  });
  return { ended, signal: (signal) => isOver || child.kill(signal) };
}

function open(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'warm-program.mjs'), [mark], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    // A process without a command keeps no test file from ending.
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  child.unref();
  child.channel?.unref();
  return child;
}

function untilMark(child: ChildProcess, name: 'stdout' | 'stderr', tell: (text: string) => void): Promise<void> {
  const stream = child[name]!;
  return new Promise((resolve) => {
    let kept = '';
    const hear = (text: string): void => {
      kept += text;
      const at = kept.indexOf(mark);
      // The beginning of the mark may be all that has come of it.
      const end = at === -1 ? kept.length - lengthOfStart(kept) : at;
      if (end > 0) tell(kept.slice(0, end));
      kept = kept.slice(end);
      if (at === -1) return;
      stream.off('data', hear);
      resolve();
    };
    stream.on('data', hear);
  });
}

/** How much of the end of a text could be the beginning of the mark. */
function lengthOfStart(text: string): number {
  const at = text.lastIndexOf(mark[0]!);
  return at !== -1 && mark.startsWith(text.slice(at)) ? text.length - at : 0;
}

function endingOf(child: ChildProcess, args: readonly string[]): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const fail = (code: unknown) =>
      reject(new Error(`emulator ${args.join(' ')} ended the process it ran in: ${code}`));
    if (child.exitCode !== null) fail(child.exitCode);
    child.once('exit', fail);
    child.channel?.ref();
    child.once('message', (ending) => {
      child.off('exit', fail);
      child.channel?.unref();
      resolve(ending as Ending);
    });
  });
}
