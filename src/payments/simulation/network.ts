import type { Context } from '../../core/kernel/context.ts';
import { markedBy } from '../../core/kernel/events.ts';
import type { Decision, OutcomeEffect, OutcomeFacts } from '../platform/outcomes.ts';
import { rulesThatFit } from '../platform/rules.ts';
import { builtInOutcomes } from './outcomes.ts';

/** An answer that replaces the network's, and who set it. */
interface Said {
  readonly effect: OutcomeEffect;
  readonly by: 'trigger' | 'fault' | 'audit';
}

/** The replaced answers, by unit of work; an entry disappears with its context. */
const saidIn = new WeakMap<Context, Said>();

/** Does some work while the simulated network gives the same answer to everything. */
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

/**
 * The same for a whole call in which an injected fault answers for the network, including reactions of other slices.
 * @param audit the adversity whose fault it is, if any
 */
export const whileFaultSays = <A>(ctx: Context, effect: OutcomeEffect, work: () => A, audit: string | null): A =>
  whileNetworkSays(
    ctx,
    effect,
    () => {
      const answer = work();
      ctx.runReactions();
      return answer;
    },
    audit === null ? 'fault' : 'audit',
  );

/** A message that also mentions the injected fault, if one answers for the network. */
export const toldByFault = (ctx: Context, message: string): string =>
  (saidIn.get(ctx)?.by ?? 'trigger') !== 'trigger' ? `${message} (An injected fault.)` : message;

/**
 * The simulated network's answer, from the workspace's rules in order and then the built-in table; with the rule. Null:
 * approved. An audit changes only what would be approved: a card that declines goes on to decline.
 * @throws Error if an operation asks under another's name
 */
export function decide(ctx: Context, facts: OutcomeFacts): Decision | null {
  const { operation } = ctx;
  if (operation !== null && operation !== facts.operation)
    throw new Error(`${operation} asks the network as ${facts.operation}: no rule for ${operation} would ever fit.`);
  const said = saidIn.get(ctx);
  const forced: Decision | null = said === undefined ? null : { effect: said.effect, source: 'forced', rule: null };
  if (forced !== null && said?.by !== 'audit') return forced;
  return (
    decidedByRule(ctx, facts, { ofAudit: false }) ??
    builtIn(facts) ??
    forced ??
    decidedByRule(ctx, facts, { ofAudit: true })
  );
}

function decidedByRule(ctx: Context, facts: OutcomeFacts, which: { ofAudit: boolean }): Decision | null {
  for (const { id, when, then, about, audit } of rulesThatFit(ctx.unit, ctx.workspace, facts, which)) {
    ctx.cause = markedBy(ctx.cause, audit);
    if (then.kind !== 'latency') return { effect: then, source: 'workspace', rule: id, when, about };
    ctx.answerDelay += then.ms ?? 0;
  }
  return null;
}

function builtIn(facts: OutcomeFacts): Decision | null {
  const rule = builtInOutcomes.find(facts);
  if (rule === undefined) return null;
  return { effect: rule.then, source: 'built-in', rule: null, when: rule.when, about: rule.about };
}
