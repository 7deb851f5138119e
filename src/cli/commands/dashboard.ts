import { type Client, createClient } from '../../client/node-client.ts';
import type { DashboardExit, DashboardOptions } from '../../desk/terminal/open.tsx';
import { whyNoDashboard } from '../../desk/terminal/terminal/terminal.ts';
import { exitCodes, wrongUsage } from '../failure.ts';
import { acceptancesIn } from '../options/settings.ts';
import type { Session } from '../session.ts';

/** Opens the dashboard of a running emulator. */
export async function dashboard({ client, out, scope, file }: Session): Promise<number> {
  const why = whyNoDashboard(process.stdin, process.stdout, process.env);
  if (why !== null || out.json) {
    throw wrongUsage(
      `The dashboard requires a terminal (${why ?? '--json is set'}); to print activity instead, use 'npx payments-emulator requests tail' or 'npx payments-emulator events tail'.`,
    );
  }
  // Fails immediately if no emulator answers there, or if another program does.
  await client.call('status');
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGHUP', endWithoutTerminal);
  const token = process.env.EMULATOR_TOKEN;
  const left = await showDashboard({
    connect: (other) => createClient({ url: client.url, ca: client.ca, token, ...scope, ...other }),
    accept: acceptancesIn(file),
    ownsEmulator: false,
    color: out.color,
  });
  // The stream's socket may still be closing.
  process.exit(left === 'interrupt' ? exitCodes.interrupted : exitCodes.done);
}

/**
 * Ends the process after its terminal is gone. Node would abort at exit, because it cannot restore the terminal's mode.
 */
export function endWithoutTerminal(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Loads the dashboard, and shows it on this process's terminal until the user leaves it. */
export async function showDashboard(
  options: Pick<DashboardOptions, 'ownsEmulator' | 'accept' | 'color' | 'signal' | 'onOpen'> & {
    connect: (scope: Parameters<DashboardOptions['connect']>[0]) => Client;
  },
): Promise<DashboardExit> {
  const { openDashboard } = await import('../../desk/terminal/open.tsx');
  return openDashboard({ ...options, stdin: process.stdin, stdout: process.stdout, env: process.env });
}
