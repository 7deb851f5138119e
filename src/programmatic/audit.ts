import { faultOfAuditSettings } from '../audit/acceptance.ts';
import { lintReport, whyNoRule } from '../audit/lint.ts';
import type { AuditReport } from '../audit/matchers.ts';
import { readWholeRecord } from '../audit/record.ts';
import { terminalReport } from '../audit/report/terminal.ts';
import type { Client } from '../client.ts';
import { EmulatorError } from './errors.ts';
import { refuseUnknownOptions } from './known-options.ts';
import type { AuditOptions } from './types.ts';

/**
 * Judges the application by what workspaces recorded, those that were removed too, and before resets and restores.
 * @param isMeant which of them
 * @throws EmulatorError `wrong_option` for a rule that there is not, or an acceptance without its reason
 */
export async function audit(
  client: Client,
  isMeant: (workspace: string) => boolean,
  options: AuditOptions = {},
): Promise<AuditReport> {
  refuseUnknownOptions('audit', options, ['only', 'skip', 'accept']);
  const { only = [], skip = [], accept = [] } = options;
  const fault = faultOfAuditSettings({ accept });
  if (fault !== null) throw new EmulatorError('wrong_option', fault);
  for (const name of [...only, ...skip, ...accept.map(({ rule }) => rule)]) {
    const reason = whyNoRule(name);
    if (reason !== null) throw new EmulatorError('wrong_option', reason);
  }
  const report = lintReport(await readWholeRecord(client, isMeant), { selection: { only, skip }, accept });
  // Not a field: reports are compared, and printed as JSON.
  return Object.defineProperty(report, 'toString', {
    value: () => terminalReport(report, (_, text) => text),
    enumerable: false,
  });
}
