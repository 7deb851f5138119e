import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { OutputOptions } from '../../core/system/output-file.ts';
import type { InitOptions } from '../commands/start/init.ts';
import { fileSize, force, group, handle, optionOf, recordingOptions, runAction } from '../options/declare.ts';
import type { ExecCommandOptions } from '../options/exec-options.ts';
import { addGroupedOptions } from '../options/option-groups.ts';
import { dashboardOptions, execOptions, settingsOf, startSettings } from '../options/settings.ts';
import { reportOptionsWithEmpty } from './audit.ts';

/** Declares the commands that start an emulator, and the commands for a running emulator as a whole. */
export function addRunCommands(program: Command): void {
  const start = program.command('start').description('Start an emulator, with the dashboard in a terminal');
  addGroupedOptions(start, startSettings);
  start.action((_options, command: Command) =>
    runAction(command, async (session) => (await import('../commands/start/start.ts')).start(session, version), false),
  );
  program
    .command('init')
    .description('Set up a project: add files, change package.json and .gitignore')
    .option('--yes', 'Write without asking; required without a terminal')
    .option('--forward-to <url>', 'Send webhooks to this address of your application')
    .action(
      handle<InitOptions>(async (session, _none, options) =>
        (await import('../commands/start/init.ts')).init(session, options),
      ),
    );
  const exec = program
    .command('exec')
    .optionsGroup('Record:')
    .description('Run a command, such as a test suite, with its own emulator')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'Command to run; exec returns its exit status')
    .option('--keep <file>', 'If the command fails, save its state here as a fixture');
  recordingOptions(exec, 'Save the run as an HTML page that you can open and resume', 'the command fails');
  exec.optionsGroup('Lint:').option('--audit', 'Lint the run for mistakes that would hurt in production');
  reportOptionsWithEmpty(exec);
  addGroupedOptions(exec, settingsOf(execOptions));
  exec.action((words: string[], options: ExecCommandOptions, command: Command) =>
    runAction(
      command,
      async (session) => (await import('../commands/exec.ts')).exec(session, words, options, version),
      false,
    ),
  );
  const loadRecords = () => import('../commands/record.ts');
  const record = group(program, 'record', 'Save, show and resend runs as HTML pages');
  record
    .command('save')
    .description('Save the run of a running emulator as an HTML page')
    .argument('<file>')
    .option('--limit <size>', 'Limit its size: 25MB, or bytes (default 25MB)', fileSize)
    .option(...force)
    .action(
      handle<{ limit?: number } & OutputOptions>(async (session, [file], options) =>
        (await loadRecords()).saveRecord(session, file!, options),
      ),
    );
  record
    .command('show')
    .description('Show the run of a record and its failures')
    .argument('<file>')
    .option('--run <name>', 'Show this run of a record with several runs')
    .action(
      handle<{ run?: string }>(async (session, [file], options) =>
        (await loadRecords()).showRecord(session, file!, options),
      ),
    );
  record
    .command('resend')
    .description('Resend the deliveries of a record to a fixed handler')
    .argument('<file>')
    .requiredOption('--forward-to <url>', 'Send them to this address')
    .option('--run <name>', 'Resend those of this run (default: the first run)')
    .addOption(new Option('--only <which>', 'Resend only those that failed').choices(['failed']))
    .option('--secret <secret>', 'Sign with this secret, if the record hides it')
    .option('--allow-remote-webhooks', 'Allow an address on another machine')
    .action(
      handle<{ forwardTo: string; run?: string; only?: 'failed'; secret?: string; allowRemoteWebhooks?: boolean }>(
        async (session, [file], options) => (await loadRecords()).resendRecord(session, file!, options, version),
      ),
    );
  const dashboard = program.command('dashboard').description('Open the dashboard of a running emulator');
  for (const setting of settingsOf(dashboardOptions)) dashboard.addOption(optionOf(setting));
  dashboard.action(handle(async (session) => (await import('../commands/dashboard.ts')).dashboard(session)));
  program
    .command('inspect')
    .description('Open the inspector of a running emulator in a browser')
    .argument('[id]', 'Id of the object, event or request to show')
    .action(handle(async (session, [id]) => (await import('../commands/inspect.ts')).inspect(session, id)));
  program
    .command('mcp')
    .description('Serve an agent over stdin and stdout (MCP)')
    .action(handle(async (session) => (await import('../commands/mcp.ts')).mcp(session)));
  program
    .command('status')
    .description('Show the clock, counts and health of a running emulator')
    .option('--health', 'Only set the exit status: 0 if it works; needs no token')
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
    .description('Reset the workspace to its fixture')
    .action(handle(async (session) => (await import('../commands/snapshot.ts')).reset(session)));
}
