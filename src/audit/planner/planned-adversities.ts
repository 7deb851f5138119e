import { rememberedBy } from '../../core/base/once.ts';
import { type Armament, type Choose, kindsOf, limitedTo } from '../adversities/fault-plans.ts';
import type { UntriedVerdict } from '../rule.ts';
import { controlsIn, type PlannedRun, type TrialLog } from '../trial/trial-log.ts';
import { armamentsOf } from './armaments.ts';
import { selectedAdversities } from './selection.ts';

/** The runs under each selected adversity, and the adversities without an opportunity. */
interface PlannedAdversities {
  readonly planned: readonly PlannedRun[];
  readonly skipped: ReadonlyMap<string, UntriedVerdict>;
}

/** How many kinds of events or calls a quick audit tries for each adversity. */
const sampled = 3;

export const plannedAdversities = rememberedBy(
  (log: TrialLog) => [log.options, controlsIn(log)[0]!],
  (log): PlannedAdversities => {
    const { options } = log;
    const { seed, rounds } = options;
    const [control] = controlsIn(log);
    const skipped = new Map<string, UntriedVerdict>();
    const planned: PlannedRun[] = [];
    for (const adversity of selectedAdversities(options)) {
      const { name } = adversity;
      for (let round = seed; round < seed + rounds; round++) {
        const choose = chooser(round);
        const armed = armamentsOf(adversity, control!.run.record, choose);
        if ('state' in armed) {
          skipped.set(name, armed);
          continue;
        }
        const armaments = sampleOf(armed, options.quick ? choose : null);
        for (const [at, { armament, of }] of armaments.entries()) {
          const id = `${name} ${at + 1}, seed ${round}`;
          planned.push({ id, kind: 'adversity', adversity: name, armament, seed: round, sampledOf: of, of: null });
        }
      }
    }
    return { planned, skipped };
  },
);

/**
 * The runs of an adversity: all of them, or a sample of the first one's kinds.
 * @param choose chooses the sample; null for all runs
 */
function sampleOf(armaments: readonly Armament[], choose: Choose | null): { armament: Armament; of: number | null }[] {
  const many = armaments.flatMap(kindsOf).length;
  if (choose === null || many <= sampled) return armaments.map((armament) => ({ armament, of: null }));
  const own = kindsOf(armaments[0]!);
  const chosen = own.map((_, at) => own[(at + choose(own.length)) % own.length]!).slice(0, sampled);
  return [{ armament: limitedTo(armaments[0]!, chosen), of: many }];
}

/** Makes a choice from a seed; the same seed always gives the same choice. */
const chooser =
  (seed: number): Choose =>
  (many) =>
    Math.max(0, seed - 1) % Math.max(1, many);
