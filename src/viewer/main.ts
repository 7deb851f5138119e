import { clientOver } from '../client/client.ts';
import { declarations } from '../declarations.ts';
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
    const run = { title: titleOf(summary), wayBack: (place: string) => wayBack(fileName(), place), messages };
    openInspector((scope) => clientOver(transport, { url: record.head.url, ...scope }), run, firstLook(summary));
  } catch (error) {
    const told = document.createElement('p');
    told.textContent = error instanceof RecordError ? error.message : 'This page is a record whose content is damaged.';
    document.getElementById('inspector')!.replaceChildren(told);
  }
}

/** The name of the file that the page is. */
const fileName = (): string => decodeURIComponent(location.pathname.split('/').at(-1) ?? '') || 'run.html';

/** What failed first, in the section of the test that failed first where one did. */
function firstLook({ failures }: RecordSummary): string | undefined {
  const [first] = failures;
  const shown = failures.find(({ shows, section }) => shows !== null && section === first?.section)?.shows;
  return shown == null ? undefined : `#/${wordOf(shown)}/${encodeURIComponent(shown)}?in=timeline`;
}

await show();
