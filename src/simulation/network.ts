import type { Context } from '../kernel/context.ts';
import { markedBy } from '../kernel/events.ts';
import type { Decision, OutcomeEffect, OutcomeFacts } from '../platform/outcomes.ts';
import { rulesThatFit } from '../platform/rules.ts';
import { builtInOutcomes } from './outcomes.ts';

/** What the network says whatever it is asked, and who wants it so. */
interface Said {
  readonly effect: OutcomeEffect;
  readonly by: 'trigger' | 'fault';
}

/** By the unit of work for which it says so; a unit that is over is forgotten with its context. */
const saidIn = new WeakMap<Context, Said>();

/** Does something while the simulated network says one thing to everything. */
export function whileNetworkSays<A>(ctx: Context, effect: OutcomeEffect, work: () => A, by: Said['by'] = 'trigger'): A {
  const before = saidIn.get(ctx);
  saidIn.set(ctx, { effect, by });
  try {
    return work();
  } finally {
    if (before === undefined) saidIn.delete(ctx);
    else saidIn.set(ctx, before);
  }
}

/** The same for a whole call, where an injected fault speaks for the network: also for what other slices do after it. */
export const whileFaultSays = <A>(ctx: Context, effect: OutcomeEffect, work: () => A): A =>
  whileNetworkSays(
    ctx,
    effect,
    () => {
      const answer = work();
      ctx.runReactions();
      return answer;
    },
    'fault',
  );

/** A message that also says so where an injected fault speaks instead of the network. */
export const toldByFault = (ctx: Context, message: string): string =>
  saidIn.get(ctx)?.by === 'fault' ? `${message} (An injected fault.)` : message;

/** What the simulated network says: the workspace's rules in their order, then the built-in table; with the rule. Null: approved. */
export function decide(ctx: Context, facts: OutcomeFacts): Decision | null {
  const said = saidIn.get(ctx);
  if (said !== undefined) return { effect: said.effect, source: 'forced', rule: null };
  for (const { id, when, then, about, audit } of rulesThatFit(ctx.unit, ctx.workspace, facts)) {
    ctx.cause = markedBy(ctx.cause, audit);
    if (then.kind !== 'latency') return { effect: then, source: 'workspace', rule: id, when, about };
    ctx.answerDelay += then.ms ?? 0;
  }
  const rule = builtInOutcomes.find(facts);
  if (rule === undefined) return null;
  return { effect: rule.then, source: 'built-in', rule: null, when: rule.when, about: rule.about };
}
