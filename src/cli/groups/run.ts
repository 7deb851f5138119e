import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { OutputOptions } from '../../core/system/output-file.ts';
import type { InitOptions } from '../commands/start/init.ts';
import { fileSize, force, group, handle, recordingOptions, runAction } from '../options/declare.ts';
import type { ExecCommandOptions } from '../options/exec-options.ts';
import { addGroupedOptions } from '../options/option-groups.ts';
import { execOptions, settingsOf, startSettings } from '../options/settings.ts';
import { reportOptionsWithEmpty } from './audit.ts';

/** Declares the commands that start an emulator, and the commands for a running emulator as a whole. */
export function addRunCommands(program: Command): void {
  addStarts(program);
  addRecords(program);
  addRunning(program);
}

/** Declares the commands that start an emulator. */
function addStarts(program: Command): void {
  const start = program.command('start').description('Start an emulator; in a terminal, also open the dashboard');
  addGroupedOptions(start, startSettings);
  start.action((_options, command: Command) =>
    runAction(command, async (session) => (await import('../commands/start/start.ts')).start(session, version), false),
  );
  program
    .command('init')
    .description('Set up a project: add files, change package.json and .gitignore')
    .option('--yes', 'Skip the confirmation; required if there is no terminal')
    .option('--forward-to <url>', 'Send webhooks to this address of your application')
    .action(
      handle<InitOptions>(async (session, _none, options) =>
        (await import('../commands/start/init.ts')).init(session, options),
      ),
    );
  const exec = program
    .command('exec')
    .optionsGroup('Record:')
    .description('Start a temporary emulator and run a command with it')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'Command to run; it receives EMULATOR_URL, EMULATOR_SECRET_KEY and others')
    .option('--keep <file>', 'If the command fails, save the state as this fixture file');
  recordingOptions(exec, 'Save the run as an HTML page that you can open and resume', 'the command fails');
  exec.optionsGroup('Lint:').option('--audit', 'Lint the run for problems that would occur in production');
  reportOptionsWithEmpty(exec);
  addGroupedOptions(exec, settingsOf(execOptions));
  exec.action((words: string[], options: ExecCommandOptions, command: Command) =>
    runAction(
      command,
      async (session) => (await import('../commands/exec.ts')).exec(session, words, options, version),
      false,
    ),
  );
}

function addRecords(program: Command): void {
  const loadRecords = () => import('../commands/record.ts');
  const record = group(program, 'record', 'Save a run as an HTML page; show saved runs; resend webhooks');
  record
    .command('save')
    .description('Save the run of a running emulator as an HTML page')
    .argument('<file>')
    .option('--limit <size>', 'Limit the file size: 10MB, or a number of bytes (default 25MB)', fileSize)
    .option(...force)
    .action(
      handle<{ limit?: number } & OutputOptions>(async (session, [file], options) =>
        (await loadRecords()).saveRecord(session, file!, options),
      ),
    );
  record
    .command('show')
    .description('Show a recorded run and its failures')
    .argument('<file>')
    .option('--run <name>', 'Show this run, if the record contains several')
    .action(
      handle<{ run?: string }>(async (session, [file], options) =>
        (await loadRecords()).showRecord(session, file!, options),
      ),
    );
  record
    .command('resend')
    .description('Resend recorded deliveries to a corrected handler')
    .argument('<file>')
    .requiredOption('--forward-to <url>', 'Send the deliveries to this address')
    .option('--run <name>', 'Resend the deliveries of this run (default: the first run)')
    .addOption(new Option('--only <which>', 'Resend only the failed deliveries').choices(['failed']))
    .option('--secret <secret>', 'Sign with this secret if the record hides the original')
    .option('--allow-remote-webhooks', 'Allow an address on another machine')
    .action(
      handle<{ forwardTo: string; run?: string; only?: 'failed'; secret?: string; allowRemoteWebhooks?: boolean }>(
        async (session, [file], options) => (await loadRecords()).resendRecord(session, file!, options, version),
      ),
    );
}

/** Declares the commands for a running emulator as a whole. */
function addRunning(program: Command): void {
  program
    .command('dashboard')
    .description('Open the dashboard of a running emulator')
    .action(handle(async (session) => (await import('../commands/dashboard.ts')).dashboard(session)));
  program
    .command('inspect')
    .description('Open the inspector of a running emulator in a browser')
    .argument('[id]', 'Id of the object, event or request to show')
    .action(handle(async (session, [id]) => (await import('../commands/inspect.ts')).inspect(session, id)));
  program
    .command('mcp')
    .description('Start an MCP server over stdin and stdout')
    .action(handle(async (session) => (await import('../commands/mcp.ts')).mcp(session)));
  program
    .command('status')
    .description('Show the clock, counts and health of a running emulator')
    .option('--health', 'Check health only: exit with 0 if healthy; no token required')
    .action(
      handle<{ health?: boolean }>(async (session, _, options) =>
        (await import('../commands/status.ts')).status(session, options),
      ),
    );
  program
    .command('stop')
    .description('Stop a running emulator')
    .action(handle(async (session) => (await import('../commands/stop.ts')).stop(session)));
  program
    .command('reset')
    .description('Reset the workspace to its initial data (its fixture)')
    .action(handle(async (session) => (await import('../commands/snapshot.ts')).reset(session)));
}
