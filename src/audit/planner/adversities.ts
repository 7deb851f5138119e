import { isAffordable } from '../trial/forecast.ts';
import { runOf } from '../trial/trial-log.ts';
import type { PlanRule } from './plan-rule.ts';
import { plannedAdversities } from './planned-adversities.ts';
import { mostValuableFirst } from './worth.ts';

export const tryAdversities: PlanRule = {
  name: 'adversities',
  does: 'Each adversity that applies to what the first control run did is tried once in every round, within the budget.',
  needs: (log) => {
    const { planned } = plannedAdversities(log);
    if (log.options.budget === undefined) return planned;
    return mostValuableFirst(planned).filter((each) => runOf(log, each) === undefined && isAffordable(log, each));
  },
};
