import { adversities } from '../../audit/adversities.ts';
import { rules } from '../../audit/catalogue.ts';
import { isSelected, lintReport, type Selection } from '../../audit/lint.ts';
import { readRecord } from '../../audit/record.ts';
import { checkedAcceptances, type ReportOptions, tellReport } from '../audit-report.ts';
import { exitCodes } from '../failure.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';

export interface AuditOptions extends ReportOptions {
  readonly list?: boolean;
}

/** Judges what a running emulator recorded. @returns the exit status */
export async function audit({ client, out, file }: Session, options: AuditOptions): Promise<number> {
  const accept = checkedAcceptances(file, options);
  if (options.list === true) {
    listRules(out, options);
    return exitCodes.done;
  }
  const report = lintReport([await readRecord(client)], { selection: options, accept });
  return tellReport(report, out, options, (document, human) => out.document(document, human));
}

function listRules(out: Output, selection: Selection): void {
  const listed = rules.filter((rule) => isSelected(rule, selection));
  const rows = listed.map(({ id, level, ways, wrong }) => ({ id, level, ways, wrong }));
  const tried = adversities.map(({ name, does, each, permittedBy, rules: judged }) => ({
    name,
    does,
    each,
    permittedBy,
    rules: judged,
  }));
  const adversityTable = () =>
    out.table(
      ['adversity', 'what the platform does', 'tried on', 'judges'],
      tried.map(({ name, does, each, rules: judged }) => [name, does, each, judged.join(', ')]),
      '',
    );
  const ruleTable = () =>
    out.table(
      ['rule', 'level', 'judged by', 'wrong when'],
      rows.map(({ id, level, ways, wrong }) => [id, level, ways.join(', '), wrong]),
      '',
    );
  out.document({ rules: rows, adversities: tried }, () => `${ruleTable()}\n\n${adversityTable()}`);
}
