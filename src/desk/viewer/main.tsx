import { render } from 'preact';
import type { AuditSummary } from '../../record/audit-line.ts';
import { RecordError } from '../../record/errors.ts';
import { type NamedRun, runsOf } from '../../record/read/runs.ts';
import { resumeCommand } from '../../record/resume/resume-command.ts';
import { summaryOf, titleOf } from '../../record/summary.ts';
import { openInspector, root } from '../inspector/open.tsx';
import { addressOfFinding, findingAt, runAt } from './comparison/address.ts';
import { Sides } from './comparison/comparison-view.tsx';
import { decompress } from './decompress.ts';
import { firstAddress } from './first-address.ts';
import { Runs } from './runs.ts';

/* Shows the runs in the page. */

/** The open view: a run in the inspector, or two runs side by side. */
class Viewer {
  readonly #runs: Runs;
  #run: { readonly name: string; readonly close: () => void } | null = null;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  async open(): Promise<void> {
    const first = location.hash === '' ? await firstAddress(this.#runs) : undefined;
    if (first !== undefined) history.replaceState(null, '', first);
    // This listener runs before the listener of an inspector, which this listener can close.
    addEventListener('popstate', () => this.#show());
    this.#show();
  }

  #show(): void {
    const { audit } = this.#runs.recorded;
    const at = findingAt(location.hash);
    if (at !== null && audit?.findings[at] !== undefined) this.#showSides(audit, at);
    else this.#showRun(audit);
  }

  #showSides(audit: AuditSummary, at: number): void {
    this.#close();
    render(<Sides runs={this.#runs} audit={audit} at={at} file={fileName()} />, root());
  }

  #showRun(audit: AuditSummary | null): void {
    const run = this.#runs.named(runAt(location.hash));
    if (this.#run?.name === run.name) return;
    this.#close();
    render(null, root());
    this.#run = { name: run.name, close: this.#inspect(run, audit) };
  }

  #inspect(run: NamedRun, audit: AuditSummary | null): () => void {
    const { name, record } = run;
    const title = titleOf(summaryOf(record));
    const named = audit === null ? undefined : name;
    const shown = {
      title: named === undefined ? title : `${name}, ${title}`,
      output: record.end.run?.output ?? '',
      resumeCommand: (place: string) => resumeCommand(fileName(), place, named),
      ...(named === undefined ? {} : { name }),
      ...besideOf(audit, name),
    };
    return openInspector({ connect: this.#runs.connect(run), judge: this.#runs.judge(run), run: shown });
  }

  #close(): void {
    this.#run?.close();
    this.#run = null;
  }
}

/** The URL of the view that compares a run with another run. */
function besideOf(audit: AuditSummary | null, name: string): { beside?: string } {
  const at = audit?.findings.findIndex(({ run, control }) => run === name || control === name) ?? -1;
  return at === -1 ? {} : { beside: addressOfFinding(at) };
}

async function show(): Promise<void> {
  try {
    await new Viewer(new Runs(await runsOf((await decompress('run')).trimEnd().split('\n'), 'This page'))).open();
  } catch (error) {
    const told = document.createElement('p');
    told.textContent =
      error instanceof RecordError
        ? error.message
        : 'The recorded run in this page is damaged. Download or copy the page again.';
    root().replaceChildren(told);
  }
}

/** The name of the page's file. */
const fileName = (): string => decodeURIComponent(location.pathname.split('/').at(-1) ?? '') || 'run.html';

await show();
