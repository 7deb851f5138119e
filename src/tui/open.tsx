import { type Instance, render } from 'ink';
import type { Client } from '../client.ts';
import { App } from './app.tsx';
import { pressKey } from './controller.ts';
import { Desk } from './desk.ts';
import { type Background, backgroundOf, backgroundQuestion, isAskedFor, type Looks, looksFor } from './looks.ts';
import { reasonOf } from './outcomes.ts';
import { Painter } from './painter.ts';
import { Screen, showInPager } from './screen.ts';
import { type Scope, Session } from './session.ts';

export interface DashboardOptions {
  /** A client of the emulator for a data set. */
  connect: (scope: Scope) => Client;
  scope?: Scope;
  /** Whether leaving stops the emulator, so that it is asked first. */
  ownsEmulator: boolean;
  color: boolean;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  /** What the pager is called; default `less`, or `more` where there is none. */
  pager?: string;
  /** Ends the dashboard from outside. */
  signal?: AbortSignal;
  /** Is given what shows a warning on the screen. */
  onOpen?: (warn: (text: string) => void) => void;
}

/** How the dashboard was left: by `q`, by Ctrl-C, or because it was told to end. */
export type Left = 'quit' | 'interrupt' | 'told';

/**
 * Shows the dashboard until somebody leaves it; the terminal is then as it was.
 * @throws what broke it, after the terminal was given back
 */
export async function openDashboard(options: DashboardOptions): Promise<Left> {
  const {
    connect,
    scope,
    ownsEmulator,
    color,
    stdin,
    stdout,
    pager = process.platform === 'win32' ? 'more' : 'less',
    signal,
    onOpen,
  } = options;
  const screen = new Screen(stdout);
  const session = new Session(connect, scope);
  let instance: Instance | null = null;
  let painter: Painter | null = null;
  let leaveWith: (how: Left) => void = () => {};
  let failWith: (error: unknown) => void = () => {};
  const left = new Promise<Left>((resolve, reject) => {
    leaveWith = resolve;
    failWith = reject;
  });

  const desk = new Desk(
    session,
    {
      ownsEmulator,
      copy: (text) => screen.copy(text),
      page: async (text) => {
        unmount();
        screen.close();
        try {
          await showInPager(pager, text);
        } catch (error) {
          desk.say(reasonOf(error), 'bad');
        }
        mount();
      },
      redraw: () => painter?.forget(),
      leave: (how) => leaveWith(how),
    },
    pressKey,
  );

  const { TERM: term = '' } = process.env;
  let known = backgroundOf(process.env);
  const looksOn = (background: Background | null): Looks => {
    known = background ?? known;
    return looksFor({ color, background: known, term });
  };

  const askForBackground = (): void => {
    if (known === null && isAskedFor({ color, term })) stdout.write(backgroundQuestion);
  };

  const mount = (): void => {
    screen.open();
    const own = new Painter(stdout);
    painter = own;
    instance = render(
      <App desk={desk} surface={own} looksOn={looksOn} onListening={askForBackground} />,
      // Asked to debug, Ink does nothing to the terminal by itself.
      { stdin, stdout: own as unknown as NodeJS.WriteStream, debug: true, exitOnCtrlC: false, patchConsole: false },
    );
    // Ends without a cause when it is unmounted, with one when it breaks.
    instance.waitUntilExit().catch(failWith);
  };
  const unmount = (): void => {
    painter?.close();
    painter = null;
    const own = instance;
    instance = null;
    own?.unmount();
  };

  const told = (): void => leaveWith('told');
  signal?.addEventListener('abort', told);
  try {
    mount();
    session.open();
    onOpen?.((text) => desk.say(text, 'bad'));
    return await left;
  } finally {
    signal?.removeEventListener('abort', told);
    session.close();
    desk.close();
    unmount();
    screen.close();
  }
}
