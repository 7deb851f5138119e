import type { Finding, Rule } from '../rule.ts';
import type { AdversityRun, PlannedRun } from '../trial/trial-runs.ts';
import type { RepeatedRuns } from './confirmation.ts';
import { kindsOf, limitedTo } from './fault-plans.ts';

/**
 * One run tries an adversity on every kind of event at the same time. If the run shows a violation, further runs try
 * fewer kinds, until one kind is left. The last run that shows the finding again also confirms it.
 */

/** Runs an adversity, and judges the run by a rule. */
export interface Stage {
  /** @param isAgain whether the run repeats a run that showed a finding */
  readonly perform: (planned: PlannedRun, isAgain: boolean) => Promise<AdversityRun>;
  /** @param first the run that `ran` repeats, or `ran` itself */
  readonly findingsIn: (ran: AdversityRun, rule: Rule, first: AdversityRun) => readonly Finding[];
}

export class Narrowing {
  readonly #stage: Stage;
  /** Finished runs by their kinds, because several rules may need the same run. */
  readonly #made = new Map<string, AdversityRun>();
  /**
   * For each rule, the kind that last decided the result. It is also the most likely kind under the next adversity.
   */
  readonly #deciding = new Map<Rule, string>();
  /** The runs after the first runs, with or without findings. */
  readonly runs: AdversityRun[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Repeats a run that violated a rule. */
  async again(first: AdversityRun, rule: Rule): Promise<RepeatedRuns> {
    const { run, armament } = first;
    const before = this.runs.length;
    const found = this.#stage.findingsIn(first, rule, first);
    const guess = found.flatMap(({ where, evidence }) => [
      where,
      ...evidence.deliveries.map(({ event_type }) => event_type),
      ...evidence.events.map(({ type }) => type),
    ]);
    const kinds = armament.faults === undefined ? [] : kindsOf(armament);
    const known = this.#deciding.get(rule) ?? '';
    const suspect = kinds.includes(known) ? known : kinds.find((kind) => guess.includes(kind));
    let shown: readonly Finding[] = [];
    const named = kinds.filter((kind) => found.some(({ where }) => where === kind));
    if (named.length > 1) {
      // Each operation has its own bug.
      for (const kind of named) shown = [...shown, ...(await this.#foundWith(first, rule, [kind]))];
    } else if (kinds.length > 1) {
      shown = suspect === undefined ? [] : await this.#foundWith(first, rule, [suspect]);
      if (shown.length === 0) shown = await this.#bisect(first, rule, kinds);
    }
    if (shown.length === 0) shown = await this.#foundWith(first, rule, null);
    // Two handlers that cause a lost update overlap by chance.
    for (let more = 2; more > 0 && shown.length === 0 && first.adversity.isParallel; more--) {
      this.#made.delete(keyOf(first, null));
      shown = await this.#foundWith(first, rule, null);
    }
    const runs = this.runs.slice(before).map((each) => each.run.number);
    return { of: run.number, rule, runs, found: this.#withRest(first, kinds, shown) };
  }

  /** Findings of one kind, which say that the effect of other kinds may be hidden behind its own. */
  #withRest(first: AdversityRun, kinds: readonly string[], found: readonly Finding[]): readonly Finding[] {
    // A call names its own operation, but an event may have an effect that another event hides.
    const isOfEvents = first.armament.faults?.every(({ on }) => on === 'delivery') === true;
    const rest = isOfEvents ? kinds.filter((kind) => !this.#made.has(keyOf(first, [kind]))) : [];
    if (rest.length === 0 || rest.length === kinds.length) return found;
    const told = `Not tried alone: ${rest.join(', ')}.`;
    return found.map((finding) =>
      finding.isCompared === true ? { ...finding, message: `${finding.message} ${told}` } : finding,
    );
  }

  /** Repeats a run once for each of its kinds, because one kind can hide the effects of another. */
  async apart(first: AdversityRun): Promise<AdversityRun[]> {
    const runs: AdversityRun[] = [];
    for (const kind of kindsOf(first.armament)) runs.push(await this.#with(first, [kind], false));
    return runs;
  }

  async #bisect(first: AdversityRun, rule: Rule, kinds: readonly string[]): Promise<readonly Finding[]> {
    const middle = Math.ceil(kinds.length / 2);
    for (const half of [kinds.slice(0, middle), kinds.slice(middle)]) {
      const found = await this.#foundWith(first, rule, half);
      if (found.length === 0) continue;
      const finer = half.length === 1 ? [] : await this.#bisect(first, rule, half);
      return finer.length > 0 ? finer : found;
    }
    return [];
  }

  async #foundWith(first: AdversityRun, rule: Rule, kinds: readonly string[] | null): Promise<readonly Finding[]> {
    const found = this.#stage.findingsIn(await this.#with(first, kinds), rule, first);
    if (kinds?.length === 1 && found.length > 0) this.#deciding.set(rule, kinds[0]!);
    return found;
  }

  /** @param kinds null for all kinds, as in the first run */
  async #with(first: AdversityRun, kinds: readonly string[] | null, isAgain = true): Promise<AdversityRun> {
    const key = keyOf(first, kinds);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const { run: _, ...planned } = first;
    const armament = kinds === null ? planned.armament : limitedTo(planned.armament, kinds);
    const ran = await this.#stage.perform({ ...planned, armament }, isAgain);
    this.#made.set(key, ran);
    this.runs.push(ran);
    return ran;
  }
}

/** The key of a repeated run. @param kinds null for all kinds */
const keyOf = ({ run }: AdversityRun, kinds: readonly string[] | null): string =>
  `${run.number} ${kinds?.join(' ') ?? ''}`;
