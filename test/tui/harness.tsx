import { render } from 'ink-testing-library';
import { createClient } from '../../src/client.ts';
import type { SandboxOptions } from '../../src/sandbox.ts';
import { App } from '../../src/tui/app.tsx';
import { pressKey } from '../../src/tui/controller.ts';
import { Desk } from '../../src/tui/desk.ts';
import { looksFor } from '../../src/tui/looks.ts';
import { Session } from '../../src/tui/session.ts';
import { startTestSandbox } from '../control/sandbox.ts';

const keyBytes: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  backspace: '\u007f',
  pagedown: '\u001b[6~',
  end: '\u001b[F',
  home: '\u001b[H',
  'ctrl+u': '\u0015',
};

export interface Shown {
  sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  desk: Desk;
  session: Session;
  /** What went to the clipboard and to the pager, and how it was left. */
  copied: string[];
  paged: string[];
  left: string[];
  /** The screen as it is, without colours. */
  screen: () => string;
  /** The same with what styles it. */
  raw: () => string;
  /** Presses keys by their names, one after another. */
  press: (...keys: string[]) => Promise<void>;
  /** Types a text. */
  type: (text: string) => Promise<void>;
  /** Waits until the screen holds a text, fits a pattern, or is as a function says. */
  until: (sought: string | RegExp | ((screen: string) => boolean)) => Promise<string>;
  resize: (columns: number, rows: number) => Promise<void>;
  close: () => Promise<void>;
}

/** The dashboard of a fresh emulator, drawn without a terminal: at most 100 columns wide. */
export async function show(
  options: Partial<SandboxOptions> & { columns?: number; rows?: number; ownsEmulator?: boolean } = {},
): Promise<Shown> {
  const { columns = 100, rows = 30, ownsEmulator = false, ...rest } = options;
  const sandbox = await startTestSandbox(rest);
  const session = new Session((scope) => createClient({ url: sandbox.url, ...scope }));
  const [copied, paged, left]: [string[], string[], string[]] = [[], [], []];
  const desk = new Desk(
    session,
    {
      ownsEmulator,
      copy: (text) => copied.push(text),
      page: async (text) => void paged.push(text),
      redraw: () => {},
      leave: (how) => left.push(how),
    },
    pressKey,
  );
  const looks = looksFor({ color: true, background: 'dark', term: 'xterm' });
  const resizes = new Set<() => void>();
  const surface = {
    columns,
    rows,
    on: (_event: 'resize', listener: () => void) => resizes.add(listener),
    off: (_event: 'resize', listener: () => void) => resizes.delete(listener),
  };
  const drawn = render(<App desk={desk} surface={surface} looksOn={() => looks} />);
  session.open();
  const raw = () => drawn.lastFrame() ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what styles a text
  const screen = () => raw().replace(/\u001b\[[\d;]*m/g, '');
  const until = async (sought: string | RegExp | ((screen: string) => boolean)): Promise<string> => {
    const deadline = performance.now() + 10_000;
    for (;;) {
      const now = screen();
      const isThere =
        typeof sought === 'string'
          ? now.includes(sought)
          : typeof sought === 'function'
            ? sought(now)
            : sought.test(now);
      if (isThere) return now;
      if (performance.now() > deadline) throw new Error(`The screen never showed ${String(sought)}:\n${now}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  const send = async (bytes: string): Promise<void> => {
    drawn.stdin.write(bytes);
    // An Esc alone is told from the beginning of a sequence when nothing follows.
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    sandbox,
    desk,
    session,
    copied,
    paged,
    left,
    screen,
    raw,
    until,
    press: async (...keys) => {
      for (const key of keys) await send(keyBytes[key] ?? key);
    },
    type: (text) => send(text),
    resize: async (newColumns, newRows) => {
      surface.columns = newColumns;
      surface.rows = newRows;
      for (const listener of resizes) listener();
      const edge = `\n${'─'.repeat(newColumns)}\n`;
      await until((now) => now.split('\n').length === newRows && now.includes(edge));
    },
    close: async () => {
      session.close();
      desk.close();
      drawn.unmount();
      await sandbox.stop();
    },
  };
}
