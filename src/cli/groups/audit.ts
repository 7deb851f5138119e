import { type Command, Option } from 'commander';
import { levels } from '../../audit/rule.ts';
import type { AuditOptions } from '../commands/audit.ts';
import type { ReceiverOptions } from '../commands/audit-receiver.ts';
import { handle } from '../declare.ts';

/** Declares the command that judges the application by what happened in its emulator. */
export function addAuditCommands(program: Command): void {
  const audit = program
    .command('audit')
    .description('judge the application by what a running emulator recorded: what would break in production');
  reported(audit)
    .option('--list', 'list the rules')
    .action(
      handle<AuditOptions>(async (session, _, options) =>
        (await import('../commands/audit.ts')).audit(session, options),
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
        (await import('../commands/audit-receiver.ts')).auditReceiver(session, options),
      ),
    );
}

/** The options of every way to audit: which rules, and what becomes of the report. */
export const reported = (command: Command): Command =>
  command
    .option(
      '--only <rule>',
      'judge only this rule, or all of a group: webhook/ (repeatable, or with commas)',
      collectNames,
    )
    .option('--skip <rule>', 'leave out this rule, or all of a group (repeatable, or with commas)', collectNames)
    .addOption(new Option('--fail-on <level>', 'exit status 5 from this level on (default error)').choices(levels))
    .option('--junit <file>', 'write the report to this file too, as JUnit has it');

/** Names that an option is given, one at a time or several with commas between them. */
const collectNames = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(',').map((name) => name.trim()),
];
