import { clientOver } from '../../client/client.ts';
import { declarations } from '../../declarations.ts';
import { openInspector } from '../../inspector/open.tsx';
import { answeringFrom } from '../answering.ts';
import { RecordError } from '../errors.ts';
import { recordOf } from '../parse.ts';

/* Shows the run that the page holds. */

async function linesInPage(): Promise<string[]> {
  const data = Uint8Array.from(atob(document.getElementById('run')!.textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).text()).split('\n');
}

async function show(): Promise<void> {
  try {
    const record = recordOf(await linesInPage(), 'This page');
    const transport = answeringFrom(record, declarations());
    openInspector((scope) => clientOver(transport, { url: record.head.url, ...scope }));
  } catch (error) {
    const told = document.createElement('p');
    told.textContent = error instanceof RecordError ? error.message : 'This page is a record whose content is damaged.';
    document.getElementById('inspector')!.replaceChildren(told);
  }
}

await show();
