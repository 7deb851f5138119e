import { createClient } from '../client/node-client.ts';
import { messageOf } from '../core/base/system-errors.ts';
import { openDashboard } from '../desk/terminal/open.tsx';
import type { FromDashboard, Opening, ToDashboard } from './dashboard-messages.ts';

/* The dashboard of `start`, in its own process: the emulator answers however long a drawing takes. The process ends
   with the emulator, also if the emulator crashes. */

/** How long the dashboard may take to release the terminal after the emulator is gone, in milliseconds. */
const longestEnd = 500;

const closing = new AbortController();
let isOpen = false;
let isInterrupted = false;
let warn: (text: string) => void = () => {};
let onLent = (): void => {};

/** Sends a message to the emulator. If the emulator is gone, the message is not needed. */
function tell(message: FromDashboard, then: () => void = () => {}): void {
  if (process.connected) process.send!(message, then);
  else then();
}

/**
 * Makes this process and the emulator's process ignore Ctrl-C, which is meant for the program that uses the terminal.
 */
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
  tell({ type: 'broke', why: messageOf(error) }, () => process.exit());
}

/** Releases the terminal if this process owns it, and ends. */
function end(): void {
  if (!isOpen) process.exit();
  closing.abort();
}

/** Ends without a reply, because the emulator is gone. */
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
// The terminal is gone. Node would abort at exit, because it cannot restore the terminal's mode.
process.on('SIGHUP', () => process.kill(process.pid, 'SIGKILL'));
process.stdout.on('error', () => {});
// The emulator may have ended while this file was loading.
if (!process.connected) endAlone();
