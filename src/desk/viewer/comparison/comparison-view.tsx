import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AuditFinding, AuditSummary } from '../../../record/audit-line.ts';
import { resumeCommand } from '../../../record/resume/resume-command.ts';
import { browserHost } from '../../inspector/host.ts';
import { shortId } from '../../model/format.ts';
import type { Runs } from '../runs.ts';
import { addressOfFinding, findingAt } from './address.ts';
import { type Comparison, compareRuns, singleRun } from './comparison.ts';
import { Stories } from './stories-view.tsx';

interface SidesOptions {
  readonly runs: Runs;
  readonly audit: AuditSummary;
  /** The index of the shown finding. */
  readonly at: number;
  readonly file: string;
}

/** A finding of an audit: the run with the finding beside a control run. */
export function Sides({ runs, audit, at, file }: SidesOptions) {
  const finding = audit.findings[at]!;
  const comparison = useMemo(() => comparisonOf(runs, finding), [runs, finding]);
  const main = useRef<HTMLElement>(null);
  const go = (step: number): void => goToDifference(main.current, step);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The URL is ahead of the drawn finding while a key follows another key.
      const now = findingAt(location.hash) ?? at;
      const next = now + ({ ']': 1, '[': -1 }[event.key] ?? 0);
      if (event.key === 'n' || event.key === 'p') go(event.key === 'n' ? 1 : -1);
      else if (next !== now && audit.findings[next] !== undefined) location.hash = addressOfFinding(next);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [at, audit]);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    goTo(main.current?.querySelector<HTMLElement>('.is-first') ?? null);
  }, [comparison]);
  return (
    <div class="sides">
      <a class="skip" href="#differences" onClick={(event) => skip(event, main.current)}>
        Skip to the first difference
      </a>
      <header class="banner">
        <h1 class="name">payments-emulator</h1>
        <span class="run" title={audit.about}>
          {audit.about}
        </span>
      </header>
      <Findings audit={audit} at={at} />
      <main ref={main} aria-label="Side by side" tabIndex={-1}>
        <About finding={finding} file={file} comparison={comparison} go={go} />
        <Stories finding={finding} comparison={comparison} />
      </main>
    </div>
  );
}

const comparisonOf = (runs: Runs, finding: AuditFinding): Comparison =>
  finding.control === null
    ? singleRun(runs.side(finding.run), finding)
    : compareRuns(runs.side(finding.control), runs.side(finding.run), finding);

const Findings = ({ audit: { findings }, at }: Pick<SidesOptions, 'audit' | 'at'>) => (
  <nav class="views findings" aria-label="Findings">
    {findings.map(({ rule, level, adversity, accepted, run }, each) => (
      <a key={each} href={addressOfFinding(each)} aria-current={each === at ? 'page' : undefined}>
        <span class={levelTones[level]}>{accepted === null ? level : 'accepted'}</span>
        <strong>{rule}</strong>
        <span class="tone-dim">{adversity ?? run}</span>
      </a>
    ))}
  </nav>
);

const levelTones = { error: 'tone-bad', warning: 'tone-wait', note: 'tone-dim' } as const;

interface AboutOptions {
  readonly finding: AuditFinding;
  readonly file: string;
  readonly comparison: Comparison;
  readonly go: (step: number) => void;
}

const idPattern = /\b[a-z]+_[A-Za-z0-9]{12,}/g;

/** The finding, its impact, and the next step. */
function About({ finding, file, comparison, go }: AboutOptions) {
  const { rule, level, message, accepted, why, fix, repeat, run, at } = finding;
  return (
    <section class="finding" aria-labelledby="finding">
      <p>
        <span class={levelTones[level]}>{level}</span> <span class="tone-dim">{rule}</span>
        {accepted !== null && <span class="tone-dim"> accepted: {accepted}</span>}
      </p>
      <h2 id="finding" dir="auto">
        {message.replace(idPattern, shortId)}
      </h2>
      <details>
        <summary>Why it matters, how to fix it, and how to reproduce it</summary>
        <dl class="fields">
          <Fact name="why">{why}</Fact>
          <Fact name="fix">{fix}</Fact>
          <Fact name="repeat">
            <code>{repeat}</code>
          </Fact>
          <Fact name="go there">
            <code>{resumeCommand(file, at, run)}</code>
          </Fact>
        </dl>
      </details>
      <p class="acts">
        {comparison.first !== null && (
          <button type="button" class="button" aria-keyshortcuts="n" onClick={() => go(1)}>
            next difference <kbd>n</kbd>
          </button>
        )}
        {comparison.first !== null && (
          <button type="button" class="button" aria-keyshortcuts="p" onClick={() => go(-1)}>
            previous <kbd>p</kbd>
          </button>
        )}
        <Copy text={resumeCommand(file, at, run)} />
      </p>
    </section>
  );
}

/** Copies the command that resumes the run at the finding. */
function Copy({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => say(`The command ${await browserHost().copy(text)}.`);
  return (
    <>
      <button type="button" class="button" onClick={() => void copy()}>
        start from here
      </button>
      <span role="status">{said}</span>
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Moves to the next marked row, or to the previous one. */
function goToDifference(main: HTMLElement | null, step: number): void {
  const marked = [...(main?.querySelectorAll<HTMLElement>('[data-differs]') ?? [])];
  if (marked.length === 0) return;
  const here = marked.indexOf(document.activeElement as HTMLElement);
  const next = here === -1 ? marked.findIndex((row) => row.classList.contains('is-first')) : here + step;
  goTo(marked[(Math.max(next, here === -1 ? 0 : next) + marked.length) % marked.length]!);
}

function goTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

/** The URL identifies the shown data, so this link must not change it. */
function skip(event: Event, main: HTMLElement | null): void {
  event.preventDefault();
  goTo(main?.querySelector<HTMLElement>('.is-first') ?? main);
}
