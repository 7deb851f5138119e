import { type Command, Option } from 'commander';
import { levels } from '../../audit/rule.ts';
import type { AuditOptions } from '../commands/audit.ts';
import { collect, handle } from '../declare.ts';

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
}

/** The options of every way to audit: which rules, and what becomes of the report. */
export const reported = (command: Command): Command =>
  command
    .option('--only <rule>', 'judge only this rule, or all of a group: webhook/ (repeatable)', collect)
    .option('--skip <rule>', 'leave out this rule, or all of a group (repeatable)', collect)
    .addOption(new Option('--fail-on <level>', 'exit status 5 from this level on (default error)').choices(levels))
    .option('--junit <file>', 'write the report to this file too, as JUnit has it');
