import { createClient } from '../client.ts';
import { openDashboard } from '../tui/open.tsx';
import type { FromDashboard, Opening, ToDashboard } from './dashboard-messages.ts';

/*
 * The dashboard of `start`, in a process of its own: however long a frame takes, the emulator answers meanwhile. It ends
 * with the emulator, whichever way that ends.
 */

/** How long it may take to give the terminal back once the emulator has gone, in milliseconds. */
const longestEnd = 500;

const closing = new AbortController();
let isOpen = false;
let isInterrupted = false;
let warn: (text: string) => void = () => {};
let onLent = (): void => {};

/** Tells the emulator; where it is gone there is nobody to tell. */
function tell(message: FromDashboard, then: () => void = () => {}): void {
  if (process.connected) process.send!(message, then);
  else then();
}

/** Has Ctrl-C be the program's that gets the terminal, for this process and for the emulator's. */
const lending = (isLent: boolean): Promise<void> =>
  new Promise((resolve) => {
    onLent = resolve;
    tell({ type: isLent ? 'lend' : 'returned' });
    if (!isLent || !process.connected) resolve();
  });

async function show({ url, token, certificate, ...look }: Opening): Promise<void> {
  isOpen = true;
  const how = await openDashboard({
    connect: (scope) => createClient({ url, ca: certificate, token: token ?? undefined, ...scope }),
    ownsEmulator: true,
    ...look,
    signal: closing.signal,
    onOpen: (showWarning) => {
      warn = showWarning;
    },
    lending,
    stdin: process.stdin,
    stdout: process.stdout,
    env: process.env,
  });
  tell({ type: 'left', how: isInterrupted ? 'interrupt' : how }, () => process.exit());
}

function breakDown(error: unknown): void {
  tell({ type: 'broke', why: error instanceof Error ? error.message : String(error) }, () => process.exit());
}

/** Gives the terminal back, where it was taken, and ends. */
function end(): void {
  if (!isOpen) process.exit();
  closing.abort();
}

/** The emulator has gone. */
function endAlone(): void {
  end();
  onLent();
  setTimeout(() => process.exit(), longestEnd);
}

process.on('message', (message: ToDashboard) => {
  if (message.type === 'open') show(message.opening).catch(breakDown);
  else if (message.type === 'warn') warn(message.text);
  else if (message.type === 'lent') onLent();
  else end();
});
process.on('disconnect', endAlone);
process.on('uncaughtException', breakDown);
process.on('SIGTERM', end);
process.on('SIGINT', () => {
  isInterrupted = true;
  end();
});
// The terminal has gone: Node would abort at its end, because what it changed there cannot be changed back.
process.on('SIGHUP', () => process.kill(process.pid, 'SIGKILL'));
process.stdout.on('error', () => {});
// The emulator may have gone while this was loaded.
if (!process.connected) endAlone();
