import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import { levels } from '../../audit/rule.ts';
import { didYouMean } from '../../core/base/closest.ts';
import { quoted } from '../../core/base/terminal-text.ts';
import type { AuditOptions } from '../commands/audit/audit.ts';
import type { ReceiverOptions } from '../commands/audit/audit-receiver.ts';
import { wrongUsage } from '../failure.ts';
import { choice, collect, force, handle, integer, optionOf, recordingOptions, runAction } from '../options/declare.ts';
import { settingsOf, trialOptions } from '../options/settings.ts';

/** Declares `audit`, which judges an application by the record of its emulator. */
export function addAuditCommands(program: Command): void {
  const audit = program
    .command('audit')
    .description(
      'find what would break in production, from the record of a running emulator or by running a command under each adversity',
    )
    .usage('[options] [-- <command> [arguments...]]')
    .argument('[command...]', 'the command that exercises the application and ends with 0: its tests, a script');
  reportOptionsWithEmpty(audit)
    .option('--list', 'list the rules and the adversities')
    .option(
      '--rounds <number>',
      'try each adversity so often, each time with another choice (default 1)',
      integer(1, 100),
    )
    .option('--quick', 'try each adversity on only three kinds of events or calls; this gives no pass')
    .option(
      '--jobs <number>',
      'how many runs at once, for an application that takes its ports from the environment',
      integer(1, 64),
    )
    .option('--timeout <duration>', 'how long the command may take (default 2m)')
    .option('--settle <duration>', 'how long the application may go on after it (default 10s)')
    .option('--state <url>', "the application's own state as JSON, compared with that of the controls")
    .option('--state-command <command>', 'a command that prints it')
    .option('--state-ignore <path>', 'leave out of it: $.orders[*].seen_at, $..updated_at (repeatable)', collect);
  recordingOptions(audit, 'leave the runs that findings show in as one page, each beside a control', 'the audit fails');
  for (const setting of settingsOf(trialOptions)) audit.addOption(optionOf(setting));
  audit.action((words: string[], _options, command: Command) =>
    runAction(
      command,
      async (session) => {
        const example = `Say what to run behind two dashes: npx payments-emulator audit -- ${words.map(quoted).join(' ') || 'npm test'}`;
        if (words.length === 0) {
          if (process.argv.at(-1) === '--') throw wrongUsage(example);
          return (await import('../commands/audit/audit.ts')).audit(session, command.optsWithGlobals<AuditOptions>());
        }
        if (!process.argv.includes('--')) {
          const hint = didYouMean(
            words[0]!,
            command.commands.map((each) => each.name()),
          );
          throw wrongUsage(hint === '' ? example : `unknown command 'audit ${words[0]}'.${hint}`);
        }
        const { auditTrial } = await import('../commands/audit/audit-trial.ts');
        return auditTrial(session, words, command.optsWithGlobals(), version);
      },
      false,
    ),
  );
  reported(
    audit
      .command('receiver')
      .description('send a running receiver forged, stale, unknown and odd deliveries, and judge its answers'),
  )
    .option('--endpoint <endpoint>', 'its id or address (default: every enabled endpoint)')
    .option('--event <type>', 'build the deliveries from an event of this type (default payment.completed)')
    .action(
      handle<ReceiverOptions>(async (session, _, options) =>
        (await import('../commands/audit/audit-receiver.ts')).auditReceiver(session, options),
      ),
    );
}

/** The same options, and an option that permits an empty record. */
export const reportOptionsWithEmpty = (command: Command): Command =>
  reported(command).option('--allow-empty', 'exit status 0 if nothing was recorded, and so nothing judged');

/** The options of every form of audit: the rules to check, and the files of the report. */
const reported = (command: Command): Command =>
  command
    .option(
      '--only <name>',
      'only this rule, all of a group (webhook/), or this adversity (repeatable, or with commas)',
      collectNames,
    )
    .option('--skip <name>', 'leave out this rule, group or adversity (repeatable, or with commas)', collectNames)
    .addOption(choice(new Option('--fail-on <level>', 'exit status 5 from this level on (default error)'), levels))
    .option('--junit <file>', 'write the report to this file too, as JUnit has it')
    .option('--json-file <file>', 'write the report to this file too, as JSON')
    .option(...force);

/** Collects the names of an option that may be repeated or take a comma-separated list. */
const collectNames = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(',').map((name) => name.trim()),
];
