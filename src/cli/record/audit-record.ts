import { adversities } from '../../audit/adversities/adversities.ts';
import { rules } from '../../audit/catalogue.ts';
import type { Report, ReportedFinding, RunOfRecord } from '../../audit/report/models.ts';
import { failsOn, violations } from '../../audit/report/report.ts';
import { anchorOf, type Level, levels } from '../../audit/rule.ts';
import { messageIn } from '../../audit/trial/judge-run.ts';
import type { EndedRun } from '../../audit/trial/pace.ts';
import { counted, quoted } from '../../core/base/terminal-text.ts';
import type { RunningSandbox } from '../../emulator/sandbox-options.ts';
import { hideInCommand } from '../../payments/secrets/hide.ts';
import type { AuditFinding, AuditRun, AuditSummary } from '../../record/audit-line.ts';
import { usualRecordLimit } from '../../record/read/limits.ts';
import { ownWayBack } from '../../record/resume/resume-command.ts';
import { writeRecordFile } from '../../record/write/record-file.ts';
import type { CompressedRun } from '../../record/write/write-runs.ts';
import { complain } from '../failure.ts';
import type { RecordingOptions } from '../options/exec-options.ts';

/** The size of the page without its runs, in bytes. */
const viewer = 800_000;
/** A run takes a third more space in a page than its compressed bytes. */
const growth = 4 / 3;

/** The options of an audit that writes a record. */
interface AuditRecordOptions extends RecordingOptions {
  readonly record: string;
}

/** The record of an audit. It keeps all runs until the findings show which runs are needed. */
export class AuditRecord {
  readonly #wanted: AuditRecordOptions;
  readonly #command: readonly string[];
  readonly #room: number;
  /** For each run, by its number: its emulators, one after another, and the last line of its command's output. */
  readonly #kept = new Map<number, { readonly parts: readonly CompressedRun[]; readonly said: string }>();

  constructor(wanted: AuditRecordOptions, command: readonly string[]) {
    this.#wanted = wanted;
    this.#command = command;
    this.#room = ((wanted.recordLimit ?? usualRecordLimit) - viewer) / growth;
  }

  get file(): string {
    return this.#wanted.record;
  }

  readonly resumeCommand = (run: string, at: string | null): string => ownWayBack(this.file, at, run);

  /** @param emulators the emulators of the run; several if the emulator was killed and restarted */
  async keep(emulators: readonly RunningSandbox[], { number, status, output }: EndedRun): Promise<void> {
    const { keptRun } = await import('../../record/write/write-runs.ts');
    const isOutputKept = this.#wanted.recordOutput !== 'never';
    const run = { command: this.#command, status, output: isOutputKept ? output : '' };
    const kept: CompressedRun[] = [];
    // The two runs of a comparison must both fit into the limit.
    for (const { sandbox, recorder } of emulators) kept.push(await keptRun(sandbox, recorder, run, this.#room / 2));
    this.#kept.set(number, { parts: kept, said: isOutputKept ? messageIn(output, emulators[0]!.url) : '' });
  }

  /**
   * Writes the runs that the findings of a report need.
   * @returns the report, with a remark about runs that are missing in the record
   */
  async write(report: Report, failOn: Level = 'error'): Promise<{ report: Report; told: string | null }> {
    const none = { report: { ...report, record: null, rules: withoutPlaces(report, () => true) }, told: null };
    if (this.#wanted.recordWhen === 'failure' && !failsOn(report, failOn)) return none;
    const needed = report.record?.runs ?? [];
    const runs = this.#fitting(needed);
    const isLacking = ({ run }: { run: string }): boolean => !runs.some(({ name }) => name === run);
    const lacking = needed.length - runs.length;
    const made: Report = {
      ...report,
      record: { file: this.file, runs },
      rules: withoutPlaces(report, isLacking),
      weak: lacking === 0 ? report.weak : [...report.weak, { message: lackWords(lacking), rules: [] }],
    };
    const findings = findingsOf(made);
    if (!(await this.#leave(runs, { about: report.about, findings }))) return none;
    const [first] = findings;
    const told =
      first === undefined
        ? `The record in ${this.file} contains ${runs[0]?.name ?? 'no run'} and shows no findings.`
        : `The record in ${this.file} contains ${counted(runs.length, 'run')}. Open the file to see ${first.run}${first.control === null ? '' : ` beside ${first.control}`}.`;
    return { report: made, told };
  }

  /** Writes a run that failed without any adversity. @returns the file; null if it could not be written */
  async writeFailed(number: number, about: string): Promise<string | null> {
    const runs = [{ name: 'control', number, adversity: null }];
    const isThere = this.#kept.has(number) && (await this.#leave(runs, { about, findings: [] }));
    return isThere
      ? `The record is in ${this.file}. To resume the run: npx payments-emulator start --from ${quoted(this.file)}`
      : null;
  }

  /** The first runs that fit into the limit. */
  #fitting(needed: readonly RunOfRecord[]): RunOfRecord[] {
    let room = this.#room;
    return needed.filter(({ number }) => {
      const size = (this.#kept.get(number)?.parts ?? []).reduce((sum, { length }) => sum + length, 0);
      if (size > room) return false;
      room -= size;
      return true;
    });
  }

  async #leave(runs: readonly RunOfRecord[], audit: Omit<AuditSummary, 'runs'>): Promise<boolean> {
    const { runsPage } = await import('../../record/write/write-runs.ts');
    const told: AuditRun[] = [];
    const kept: CompressedRun[] = [];
    for (const { name, number, adversity } of runs) {
      const { parts = [], said = '' } = this.#kept.get(number) ?? {};
      for (const [at, part] of parts.entries()) {
        const goesOn = at > 0;
        told.push({ name: goesOn ? `${name}-goes-on` : name, number, adversity, said, goesOn });
        kept.push(part);
      }
    }
    try {
      await writeRecordFile(
        this.file,
        await runsPage(kept, { ...audit, runs: told }, hideInCommand(this.#command).join(' ')),
        this.#wanted,
      );
      return true;
    } catch (error) {
      complain((error as Error).message);
      return false;
    }
  }
}

const lackWords = (lacking: number): string =>
  `The record omits ${counted(lacking, 'run')} because of the size limit. To include ${lacking === 1 ? 'it' : 'them'}, increase --record-limit or use --only.`;

/** The rules of a report, without the locations of some findings. */
const withoutPlaces = ({ rules: judged }: Report, isMeant: (place: { run: string }) => boolean): Report['rules'] =>
  judged.map((rule) => ({
    ...rule,
    findings: rule.findings.map((finding) =>
      finding.place !== null && isMeant(finding.place) ? { ...finding, place: null } : finding,
    ),
  }));

/** The findings that a record shows, worst first, accepted ones last. */
function findingsOf(report: Report): AuditFinding[] {
  const found = violations(report).flatMap(({ rule, finding }) => findingOf(rule.id, finding) ?? []);
  const rank = ({ accepted, level }: AuditFinding): number =>
    (accepted === null ? 0 : levels.length) + levels.indexOf(level);
  return found.sort((a, b) => rank(a) - rank(b));
}

function findingOf(rule: string, finding: ReportedFinding): AuditFinding | null {
  const { place, level, message, adversity, accepted, fix, repeat, evidence } = finding;
  if (place === null) return null;
  const { requests, deliveries, events, effects, state } = evidence;
  return {
    rule,
    level,
    message,
    adversity,
    does: adversities.find(({ name }) => name === adversity)?.does ?? null,
    accepted,
    why: rules.find(({ id }) => id === rule)?.why ?? '',
    fix,
    repeat,
    more: anchorOf(rule),
    run: place.run,
    control: place.control,
    at: place.at,
    evidence: [...requests, ...deliveries, ...events].map(({ id }) => id),
    effects,
    state,
  };
}
