import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { projectFolder } from '../support/build.ts';

export interface PseudoTerminal {
  readonly pid: number;
  /** What a person sees, row by row. */
  screen: () => string;
  /** Whether the program has the terminal's other screen. */
  isAlternate: () => boolean;
  /** Every byte that was written. */
  written: () => string;
  type: (keys: string) => void;
  resize: (columns: number, rows: number) => void;
  until: (sought: string | RegExp | ((screen: string) => boolean)) => Promise<string>;
  /** The exit status, once it has ended. */
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
}

/** Runs `emulator ARGS` in a pseudo-terminal. */
export function runInTerminal(args: readonly string[], options: TerminalOptions = {}): PseudoTerminal {
  const { columns = 100, rows = 30, env = {}, cwd = projectFolder } = options;
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(EMULATOR_|NO_COLOR|FORCE_COLOR|CI$|CONTINUOUS|NODE_|VITEST|TMUX|PAGER)/.test(name),
    ),
  ) as Record<string, string>;
  const pty: IPty = spawn(process.execPath, [join(projectFolder, 'bin/emulator.js'), ...args], {
    cols: columns,
    rows,
    cwd,
    name: env.TERM ?? 'xterm-256color',
    env: { ...inherited, ...env },
  });
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let written = '';
  pty.onData((data) => {
    written += data;
    terminal.write(data);
  });
  // The screen takes what is written in its own time: it has ended when the last of it is there.
  const ended = new Promise<{ exitCode: number; signal?: number }>((resolve) => {
    pty.onExit((exit) => terminal.write('', () => resolve(exit)));
  });
  const lines = () => {
    const { active } = terminal.buffer;
    return Array.from(
      { length: terminal.rows },
      (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? '',
    );
  };
  const screen = () => lines().join('\n');
  return {
    pid: pty.pid,
    screen,
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    written: () => written,
    type: (keys) => pty.write(keys),
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    until: async (sought) => {
      const deadline = performance.now() + 20_000;
      for (;;) {
        const now = screen();
        const isThere =
          typeof sought === 'string'
            ? now.includes(sought)
            : typeof sought === 'function'
              ? sought(now)
              : sought.test(now);
        if (isThere) return now;
        if (performance.now() > deadline) throw new Error(`The terminal never showed ${String(sought)}:\n${now}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    ended,
    kill: (signal) => pty.kill(signal),
    colors: () => {
      const found = new Set<number>();
      const { active } = terminal.buffer;
      for (let y = 0; y < terminal.rows; y++) {
        const line = active.getLine(active.baseY + y);
        for (let x = 0; x < terminal.cols; x++) {
          const cell = line?.getCell(x);
          if (cell !== undefined && !cell.isFgDefault()) found.add(cell.getFgColor());
        }
      }
      return found;
    },
  };
}
