import { faultOfAuditSettings } from '../audit/acceptance.ts';
import { lintReport, whyNoRule } from '../audit/lint.ts';
import type { AuditReport } from '../audit/matchers.ts';
import { readObservedRuns } from '../audit/observed/observed-run.ts';
import { terminalReport } from '../audit/report/terminal.ts';
import type { Client } from '../client/node-client.ts';
import { refuseUnknownOptions } from './check-options.ts';
import { EmulatorError } from './errors.ts';
import type { AuditOptions } from './types.ts';

/**
 * Audits the record of workspaces, including removed workspaces and the time before resets and restores.
 * @param isMeant selects the workspaces
 * @throws EmulatorError `wrong_option` for an unknown rule, or for an acceptance without a reason
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
  const report = lintReport(await readObservedRuns(client, isMeant), { selection: { only, skip }, accept });
  // The method is not enumerable, because reports are compared and printed as JSON.
  return Object.defineProperty(report, 'toString', {
    value: () => terminalReport(report, (_, text) => text),
    enumerable: false,
  });
}
