import { type Judgement, judgeRecord } from '../audit/found.ts';
import { getOrMake } from '../base/maps.ts';
import { clientOver } from '../client/client.ts';
import { declarations } from '../declarations.ts';
import type { Judge } from '../desk/lists/findings.ts';
import type { Scope } from '../desk/scope.ts';
import { openInspector } from '../inspector/open.tsx';
import { wordOf } from '../inspector-address.ts';
import { openRecord } from '../record/answering.ts';
import { RecordError } from '../record/errors.ts';
import { recordOf } from '../record/parse.ts';
import { type RecordSummary, summaryOf, titleOf } from '../record/summary.ts';
import { wayBack } from '../record/way-back.ts';
import { inflated } from './inflated.ts';

/* Shows the run that the page holds. */

async function show(): Promise<void> {
  try {
    const record = recordOf((await inflated('run')).trimEnd().split('\n'), 'This page');
    const { transport, messages } = openRecord(record, declarations());
    const summary = summaryOf(record);
    const connect = (scope: Scope) => clientOver(transport, { url: record.head.url, ...scope });
    const judge = judgeOnce(record.end.real);
    openInspector({
      connect,
      judge,
      run: { title: titleOf(summary), wayBack: (place: string) => wayBack(fileName(), place), messages },
      first: failedFirst(summary) ?? (await findingsFirst(summary, () => judge(connect({}), {}))),
    });
  } catch (error) {
    const told = document.createElement('p');
    told.textContent = error instanceof RecordError ? error.message : 'This page is a record whose content is damaged.';
    document.getElementById('inspector')!.replaceChildren(told);
  }
}

/** The name of the file that the page is. */
const fileName = (): string => decodeURIComponent(location.pathname.split('/').at(-1) ?? '') || 'run.html';

/**
 * Audits the run, each workspace once: nothing more comes in it.
 * @param endedAt the machine's time at its end, in milliseconds
 */
function judgeOnce(endedAt: number): Judge {
  const judged = new Map<string | undefined, Promise<Judgement>>();
  return (client, { workspace }) =>
    getOrMake(judged, workspace, async () => judgeRecord({ ...(await client.record()), real_now: endedAt }));
}

/** What failed first, in the section of the test that failed first where one did. */
function failedFirst({ failures }: RecordSummary): string | undefined {
  const [first] = failures;
  const shown = failures.find(({ shows, section }) => shows !== null && section === first?.section)?.shows;
  return shown == null ? undefined : `#/${wordOf(shown)}/${encodeURIComponent(shown)}?in=timeline`;
}

/** With more events and deliveries than this, nobody waits for an audit before something is shown. */
const mostJudgedFirst = 5_000;

/** The findings of the audit, where there are any. If the audit fails, their view says why. */
async function findingsFirst(
  { events, deliveries }: RecordSummary,
  judge: () => Promise<Judgement>,
): Promise<string | undefined> {
  if (events + deliveries > mostJudgedFirst) return undefined;
  try {
    const { found } = await judge();
    return found.length === 0 ? undefined : '#/findings';
  } catch {
    return undefined;
  }
}

await show();
