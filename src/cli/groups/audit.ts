import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import { levels } from '../../audit/rule.ts';
import { didYouMean } from '../../core/base/closest.ts';
import { quoted } from '../../core/base/terminal-text.ts';
import type { AuditOptions } from '../commands/audit/audit.ts';
import type { ReceiverOptions } from '../commands/audit/audit-receiver.ts';
import { wrongUsage } from '../failure.ts';
import { choice, collect, force, handle, integer, recordingOptions, runAction } from '../options/declare.ts';
import { addGroupedOptions } from '../options/option-groups.ts';
import { settingsOf, trialOptions } from '../options/settings.ts';

/** Declares `audit`, which judges an application by the record of its emulator. */
export function addAuditCommands(program: Command): void {
  const audit = program
    .command('audit')
    .description('Find bugs under repeated, late and lost webhooks and calls')
    .usage('[options] [-- <command> [arguments...]]')
    .argument('[command...]', 'Command that exercises your application, such as npm test');
  reportOptionsWithEmpty(audit.optionsGroup('Report:'))
    .optionsGroup('Trial:')
    .option('--list', 'List the rules and adversities')
    .option('--rounds <number>', 'Test each adversity this many times (default 1)', integer(1, 100))
    .option('--quick', 'Test fewer kinds of events and calls')
    .option('--jobs <number>', 'Parallel runs; the application needs a free port in each run', integer(1, 64))
    .option('--timeout <duration>', 'Stop the command after this time (default 2m)')
    .option('--settle <duration>', 'Wait this long for webhooks to be handled (default 10s)')
    .option('--serve <command>', 'Start your application with this command beside the tests')
    .option('--state <url>', "Compare your application's state, read as JSON from this URL")
    .option('--state-command <command>', 'Compare the state that this command prints as JSON')
    .option('--state-ignore <path>', 'Ignore this state path, such as $..updated_at (repeatable)', collect)
    .option('--budget <duration>', 'Test what finds most first, within this time, such as 2m')
    .option('--allow-failing', 'Ignore the tests that fail without any adversity')
    .option('--keep-log <file>', 'Save what the audit saw, to judge it again')
    .option('--log <file>', 'Judge a saved log without running anything');
  recordingOptions(audit.optionsGroup('Record:'), 'Save the runs with findings as an HTML page', 'the audit fails');
  addGroupedOptions(audit, settingsOf(trialOptions));
  audit.action((words: string[], _options, command: Command) =>
    runAction(
      command,
      async (session) => {
        const example = `Put the command after '--', as in npx payments-emulator audit -- ${words.map(quoted).join(' ') || 'npm test'}`;
        const { log } = command.optsWithGlobals<{ log?: string }>();
        if (log !== undefined) {
          const { auditLog } = await import('../commands/audit/audit-log.ts');
          return auditLog(session, command.optsWithGlobals(), words);
        }
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
  reported(audit.command('receiver').description('Test how a webhook receiver handles unusual deliveries'))
    .option('--endpoint <endpoint>', 'Test only this endpoint: id or address (default: all)')
    .option('--event <type>', 'Use an event of this type (default payment.completed)')
    .action(
      handle<ReceiverOptions>(async (session, _, options) =>
        (await import('../commands/audit/audit-receiver.ts')).auditReceiver(session, options),
      ),
    );
}

/** The same options, plus an option that permits an empty record. */
export const reportOptionsWithEmpty = (command: Command): Command =>
  reported(command).option('--allow-empty', 'Exit with status 0 even if the command made no calls');

/** The options of every form of audit: the rules to check, and the files of the report. */
const reported = (command: Command): Command =>
  command
    .option('--only <name>', 'Test only this rule, group (webhook/) or adversity (repeatable)', collectNames)
    .option('--skip <name>', 'Skip this rule, group or adversity (repeatable)', collectNames)
    .addOption(
      choice(new Option('--fail-on <level>', 'Exit with 5 on findings of this level or above (default error)'), levels),
    )
    .option('--junit <file>', 'Also write the report as JUnit XML')
    .option('--json-file <file>', 'Also write the report as JSON')
    .option('--verbose', 'Show the complete evidence for each finding')
    .option(...force);

/** Collects the names of an option that may be repeated or take a comma-separated list. */
const collectNames = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(',').map((name) => name.trim()),
];
