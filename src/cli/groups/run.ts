import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { OutputOptions } from '../../core/system/output-file.ts';
import type { InitOptions } from '../commands/start/init.ts';
import { fileSize, force, group, handle, optionOf, recordingOptions, runAction } from '../options/declare.ts';
import type { ExecCommandOptions } from '../options/exec-options.ts';
import { dashboardOptions, execOptions, settingsOf, startSettings } from '../options/settings.ts';
import { reportOptionsWithEmpty } from './audit.ts';

/** Declares the commands that start an emulator, and the commands for a running emulator as a whole. */
export function addRunCommands(program: Command): void {
  const start = program
    .command('start')
    .description('start an emulator, with its dashboard on a terminal, otherwise with its log');
  for (const setting of startSettings) start.addOption(optionOf(setting));
  start.action((_options, command: Command) =>
    runAction(command, async (session) => (await import('../commands/start/start.ts')).start(session, version), false),
  );
  program
    .command('init')
    .description(
      'set up a project: write a configuration and a fixture, change package.json and .gitignore; asks before it does',
    )
    .option('--yes', 'ask nothing; needed without a terminal')
    .option('--forward-to <url>', 'where the application takes webhooks')
    .action(
      handle<InitOptions>(async (session, _none, options) =>
        (await import('../commands/start/init.ts')).init(session, options),
      ),
    );
  const exec = program
    .command('exec')
    .description(
      'run a command with an emulator of its own; EMULATOR_URL and similar variables tell the command about it',
    )
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'the command to run; exec ends with its exit status')
    .option('--keep <file>', 'where the command fails, write state and log here: a fixture to start again from');
  recordingOptions(exec, 'leave the run as one page: to be looked at, and to be gone back into', 'the command fails');
  exec.option('--audit', 'judge the run of the command: mistakes that would do harm in production');
  reportOptionsWithEmpty(exec);
  for (const setting of settingsOf(execOptions)) exec.addOption(optionOf(setting));
  exec.action((words: string[], options: ExecCommandOptions, command: Command) =>
    runAction(
      command,
      async (session) => (await import('../commands/exec.ts')).exec(session, words, options, version),
      false,
    ),
  );
  const loadRecords = () => import('../commands/record.ts');
  const record = group(program, 'record', 'a run as one page: to be looked at, and to be gone back into');
  record
    .command('save')
    .description('write the run of a running emulator as a record')
    .argument('<file>')
    .option('--limit <size>', 'how large it may be: 25MB, or bytes (default 25MB)', fileSize)
    .option(...force)
    .action(
      handle<{ limit?: number } & OutputOptions>(async (session, [file], options) =>
        (await loadRecords()).saveRecord(session, file!, options),
      ),
    );
  record
    .command('show')
    .description('show the run of a record and its failures; with --json the whole record')
    .argument('<file>')
    .option('--run <name>', 'one run, of a record that holds several')
    .action(
      handle<{ run?: string }>(async (session, [file], options) =>
        (await loadRecords()).showRecord(session, file!, options),
      ),
    );
  record
    .command('resend')
    .description('send the deliveries of a record again, to try a fixed handler; fails where one still fails')
    .argument('<file>')
    .requiredOption('--forward-to <url>', 'where they go')
    .option('--run <name>', 'those of this run, of a record that holds several (default: the first)')
    .addOption(new Option('--only <which>', 'those that failed alone').choices(['failed']))
    .option('--secret <secret>', 'the secret that signs the deliveries, if the record hides it')
    .option('--allow-remote-webhooks', 'allow an address beyond this machine')
    .action(
      handle<{ forwardTo: string; run?: string; only?: 'failed'; secret?: string; allowRemoteWebhooks?: boolean }>(
        async (session, [file], options) => (await loadRecords()).resendRecord(session, file!, options, version),
      ),
    );
  const dashboard = program.command('dashboard').description('open the dashboard of a running emulator');
  for (const setting of settingsOf(dashboardOptions)) dashboard.addOption(optionOf(setting));
  dashboard.action(handle(async (session) => (await import('../commands/dashboard.ts')).dashboard(session)));
  program
    .command('inspect')
    .description('open the inspector of a running emulator in the browser')
    .argument('[id]', 'the id of the object, event or request to show')
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
