import type { PlaceOfFinding, RunOfRecord } from '../report/models.ts';
import type { Finding, Rule, Verdict } from '../rule.ts';
import type { Run } from '../trial/run.ts';
import type { LoggedRun } from '../trial/trial-log.ts';

/** The name of the first control run. */
const controlName = 'control';

/** The runs that the record of a trial needs, and the location of each finding in them. */
export class Places {
  /** The runs with their names, starting with the first control run. */
  readonly runs: readonly RunOfRecord[];
  readonly #controls: readonly Run[];
  readonly #ran: ReadonlyMap<number, Run>;

  /** @param ran all adversity runs */
  constructor(verdicts: ReadonlyMap<Rule, Verdict>, controls: readonly LoggedRun[], ran: readonly LoggedRun[]) {
    this.#controls = controls.map(({ run }) => run);
    this.#ran = new Map([...ran, ...controls].map(({ run }) => [run.number, run]));
    const adversityOf = new Map(ran.map(({ run, adversity }) => [run.number, adversity]));
    const found = [...verdicts.values()].flatMap((verdict) =>
      verdict.state === 'violation' ? verdict.findings.flatMap((finding) => this.#runOf(finding)?.number ?? []) : [],
    );
    const needed = new Set([controls[0]!.run.number, ...found]);
    const times = new Map<string, number>();
    this.runs = [...needed].map((number) => {
      const adversity = adversityOf.get(number) ?? null;
      const word = adversity ?? controlName;
      const nth = (times.get(word) ?? 0) + 1;
      times.set(word, nth);
      return { name: nth === 1 ? word : `${word}-${nth}`, number, adversity };
    });
  }

  /** The location of a finding; null if the finding shows only in an emulator that the command itself started. */
  of(finding: Finding): PlaceOfFinding | null {
    const run = this.#runOf(finding);
    const named = this.runs.find(({ number }) => number === run?.number);
    if (run === null || named === undefined) return null;
    const { requests, deliveries, events } = finding.evidence;
    const shows = requests.at(-1) ?? deliveries[0] ?? events[0];
    const control = named.adversity === null ? null : this.runs[0]!.name;
    return { run: named.name, control, at: shows !== undefined && has(run, shows.id) ? shows.id : null };
  }

  #runOf({ run, evidence }: Finding): Run | null {
    if (run !== undefined) return this.#ran.get(run) ?? null;
    const ids = [...evidence.requests, ...evidence.deliveries, ...evidence.events].map(({ id }) => id);
    return this.#controls.find((control) => ids.some((id) => has(control, id))) ?? null;
  }
}

/** Whether a run's record contains an event, a request or a delivery. */
const has = ({ record }: Run, id: string): boolean =>
  record.event(id) !== undefined || [...record.requests, ...record.deliveries].some((each) => each.id === id);
