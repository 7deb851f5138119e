import { rules } from '../../audit/catalogue.ts';
import { isSelected, lintReport, type Selection } from '../../audit/lint.ts';
import { readRecord } from '../../audit/record.ts';
import { failsOn, type Report } from '../../audit/report/report.ts';
import { terminalReport } from '../../audit/report/terminal.ts';
import type { Level } from '../../audit/rule.ts';
import { closest } from '../../engine/closest.ts';
import { exitCodes, wrongUsage } from '../failure.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';

export interface AuditOptions extends Selection {
  readonly list?: boolean;
  readonly failOn?: Level;
}

/** Judges what a running emulator recorded. @returns the exit status */
export async function audit({ client, out }: Session, options: AuditOptions): Promise<number> {
  checkSelection(options);
  if (options.list === true) {
    listRules(out, options);
    return exitCodes.done;
  }
  return tell(out, lintReport(await readRecord(client), { selection: options }), options);
}

/** @throws CommandFailure (wrong usage) for a rule that there is not */
export function checkSelection({ only = [], skip = [] }: Selection): void {
  for (const name of [...only, ...skip]) {
    if (rules.some((rule) => isSelected(rule, { only: [name] }))) continue;
    const [near] = closest(
      name,
      rules.map(({ id }) => id),
    );
    throw wrongUsage(
      `There is no rule '${name}'. ${near === undefined ? 'See: emulator audit --list' : `Did you mean '${near}'?`}`,
    );
  }
}

function listRules(out: Output, selection: Selection): void {
  const listed = rules.filter((rule) => isSelected(rule, selection));
  const rows = listed.map(({ id, level, ways, wrong }) => ({ id, level, ways, wrong }));
  out.document(rows, () =>
    out.table(
      ['rule', 'level', 'judged by', 'wrong when'],
      rows.map(({ id, level, ways, wrong }) => [id, level, ways.join(', '), wrong]),
      '',
    ),
  );
}

/** Prints a report. @returns the exit status that it asks for */
export function tell(out: Output, report: Report, { failOn = 'error' }: Pick<AuditOptions, 'failOn'>): number {
  out.document(report, () => terminalReport(report, (style, text) => out.paint(style, text)));
  return failsOn(report, failOn) ? exitCodes.violated : exitCodes.done;
}
