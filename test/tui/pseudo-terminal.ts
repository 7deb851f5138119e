import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { projectFolder } from '../support/build.ts';
import { EmulatedScreen, type Sought } from './emulated-screen.ts';

export interface PseudoTerminal {
  readonly pid: number;
  /** What a person sees, row by row. */
  screen: () => string;
  /** Whether the program has the terminal's alternate screen. */
  isAlternate: () => boolean;
  /** Every byte that was written. */
  written: () => string;
  type: (keys: string) => void;
  resize: (columns: number, rows: number) => void;
  until: (sought: Sought) => Promise<string>;
  /** The exit status, once it has ended and all that it wrote is on the screen. */
  ended: Promise<{ exitCode: number; signal?: number }>;
  kill: (signal?: string) => void;
  /** The colour of the foreground of each cell that has one. */
  colors: () => Set<number>;
}

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  cwd?: string;
  /** Runs this in a shell instead. */
  shell?: string;
}

/** Runs `emulator ARGS` in a pseudo-terminal. */
export function runInTerminal(args: readonly string[], options: TerminalOptions = {}): PseudoTerminal {
  const { columns = 100, rows = 30, env = {}, cwd = projectFolder, shell } = options;
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(EMULATOR_|NO_COLOR|FORCE_COLOR|CI$|CONTINUOUS|NODE_|VITEST|TMUX|PAGER|LANG|LC_)/.test(name),
    ),
  ) as Record<string, string>;
  const [file, argv] =
    shell === undefined
      ? [process.execPath, [join(projectFolder, 'bin/emulator.js'), ...args]]
      : ['/bin/sh', ['-c', shell]];
  const pty: IPty = spawn(file, argv, {
    cols: columns,
    rows,
    cwd,
    name: env.TERM ?? 'xterm-256color',
    env: { ...inherited, ...env },
  });
  const screen = new EmulatedScreen(columns, rows);
  pty.onData((data) => screen.write(data));
  const ended = new Promise<{ exitCode: number; signal?: number }>((resolve) => {
    pty.onExit((exit) => screen.settled().then(() => resolve(exit)));
  });
  return {
    pid: pty.pid,
    screen: () => screen.text(),
    isAlternate: () => screen.isAlternate(),
    written: () => screen.written,
    type: (keys) => pty.write(keys),
    resize: (newColumns, newRows) => {
      screen.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    until: (sought) => screen.until(sought),
    ended,
    kill: (signal) => pty.kill(signal),
    colors: () => screen.colors(),
  };
}
