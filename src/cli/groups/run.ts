import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { ExecCommandOptions } from '../commands/exec.ts';
import { handle, optionOf, runAction } from '../declare.ts';
import { dashboardOptions, execOptions, settingsOf, startSettings } from '../settings.ts';
import { reportedOrEmpty } from './audit.ts';

/** Declares the commands that start an emulator, and those for a running one as a whole. */
export function addRunCommands(program: Command, loaded: () => void): void {
  const start = program
    .command('start')
    .description('start an emulator, with its dashboard on a terminal, otherwise with its log');
  for (const setting of startSettings) start.addOption(optionOf(setting));
  start.action((_options, command: Command) =>
    runAction(
      command,
      async (session) => (await import('../commands/start.ts')).start(session, version, loaded),
      false,
    ),
  );
  const exec = program
    .command('exec')
    .description(
      'run a command with an emulator of its own; EMULATOR_URL and similar variables tell the command about it',
    )
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'what to run; its exit status becomes that of exec')
    .option('--keep <file>', 'where the command fails, write state and log here: a fixture to start again from');
  exec.option('--audit', 'judge what the command did: what would break in production');
  reportedOrEmpty(exec);
  for (const setting of settingsOf(execOptions)) exec.addOption(optionOf(setting));
  exec.action((words: string[], options: ExecCommandOptions, command: Command) =>
    runAction(
      command,
      async (session) => (await import('../commands/exec.ts')).exec(session, words, options, version, loaded),
      false,
    ),
  );
  const dashboard = program.command('dashboard').description('open the dashboard of a running emulator');
  for (const setting of settingsOf(dashboardOptions)) dashboard.addOption(optionOf(setting));
  dashboard.action(handle(async (session) => (await import('../commands/dashboard.ts')).dashboard(session)));
  program
    .command('inspect')
    .description('open the inspector of a running emulator in the browser')
    .argument('[id]', 'what it shows: an object, an event, a request')
    .action(handle(async (session, [id]) => (await import('../commands/inspect.ts')).inspect(session, id)));
  program
    .command('mcp')
    .description('serve an agent (Model Context Protocol) over stdin and stdout, for a running emulator')
    .action(handle(async (session) => (await import('../commands/mcp.ts')).mcp(session)));
  program
    .command('status')
    .description('show the clock, the counts and the health of a running emulator')
    .option('--health', 'only whether it works, by the exit status; needs no token')
    .action(
      handle<{ health?: boolean }>(async (session, _, options) =>
        (await import('../commands/status.ts')).status(session, options),
      ),
    );
  program
    .command('stop')
    .description('stop a running emulator')
    .action(handle(async (session) => (await import('../commands/stop.ts')).stop(session)));
  program
    .command('reset')
    .description('reset the workspace to its fixture, including keys, endpoints and settings')
    .action(handle(async (session) => (await import('../commands/snapshot.ts')).reset(session)));
}
