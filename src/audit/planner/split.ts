import { rememberedBy } from '../../core/base/once.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import { rules } from '../catalogue.ts';
import { compare } from '../trial/compare.ts';
import { adversityOf, firstControlsIn, type LoggedRun, type TrialLog } from '../trial/trial-log.ts';
import { withKinds } from './narrow.ts';
import type { PlanRule } from './plan-rule.ts';
import { plannedAdversities } from './planned-adversities.ts';

export const splitByKind: PlanRule = {
  name: 'split',
  does: 'A run whose violation may hide another one is replaced by a run for each kind.',
  needs: (log) =>
    log.runs
      .filter((ran) => (ran.kind === 'adversity' || ran.kind === 'rest') && mayHide(log, ran))
      .flatMap((ran) => kindsOf(ran.armament ?? {}).map((kind) => withKinds(ran, [kind], 'part'))),
};

/** Whether a run with several kinds violates a rule whose violations hide others. */
const mayHide = rememberedBy(
  (log: TrialLog, ran: LoggedRun) => [log.options, ...firstControlsIn(log), ran],
  (log, ran): boolean => {
    const splitting = rules.filter(({ id, splitsByKind }) => splitsByKind && adversityOf(ran).rules.includes(id));
    if (splitting.length === 0 || kindsOf(ran.armament ?? {}).length < 2) return false;
    const { skipped } = plannedAdversities(log);
    const trial = compare(log.options, { controls: firstControlsIn(log) }, [ran], skipped);
    return splitting.some((rule) => rule.trial?.(trial)?.state === 'violation');
  },
);
