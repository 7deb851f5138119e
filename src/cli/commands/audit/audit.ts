import { adversities } from '../../../audit/adversities/adversities.ts';
import { rules } from '../../../audit/catalogue.ts';
import { isSelected, lintReport, type Selection } from '../../../audit/lint.ts';
import { readObservedRuns } from '../../../audit/observed/observed-run.ts';
import type { Rule } from '../../../audit/rule.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import { checkedAcceptances, checkReportPaths, type ReportOptions, tellReport } from '../../audit-report.ts';
import { exitCodes, wrongUsage } from '../../failure.ts';
import type { RecordingOptions } from '../../options/exec-options.ts';
import type { Output } from '../../output.ts';
import type { Session } from '../../session.ts';

export interface AuditOptions extends ReportOptions, RecordingOptions {
  readonly list?: boolean;
  readonly keepLog?: string;
  readonly serve?: string;
}

/** Audits the record of a running emulator. @returns the exit status */
export async function audit(session: Session, options: AuditOptions): Promise<number> {
  const { client, unscoped, scope, out, file } = session;
  const accept = checkedAcceptances(file, options);
  if (options.list === true) {
    listRules(out, options);
    return exitCodes.done;
  }
  if (options.record !== undefined) {
    const into = quoted(options.record);
    throw wrongUsage(
      `--record requires a command, as in 'npx payments-emulator audit --record ${into} -- npm test'. To save the run of a running emulator, use 'npx payments-emulator record save ${into}'.`,
    );
  }
  const { keepLog, serve } = options;
  for (const [flag, value] of Object.entries({ '--keep-log': keepLog, '--serve': serve })) {
    if (value === undefined) continue;
    throw wrongUsage(`${flag} needs a command: npx payments-emulator audit ${flag} ${quoted(value)} -- npm test`);
  }
  checkReportPaths(options);
  const { workspace } = scope;
  const record = await readObservedRuns(unscoped, (id) => workspace === undefined || id === workspace);
  // An empty record may mean a mistyped workspace. This call refuses an unknown workspace.
  if (record.records.length === 0) await client.call('status');
  const narrowed = workspace === undefined ? '' : ` --workspace ${quoted(workspace)}`;
  const repeat = ({ id }: Rule) => `npx payments-emulator audit${narrowed} --only ${id}`;
  const report = lintReport(record, { selection: options, accept, repeat });
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
      ['adversity', 'platform behavior', 'tried on', 'judges'],
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
