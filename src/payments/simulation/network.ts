import type { Context } from '../../core/kernel/context.ts';
import { attributedTo } from '../../core/kernel/events.ts';
import type { Decision, OutcomeEffect, OutcomeFacts } from '../platform/outcome-rules.ts';
import { rulesThatFit } from '../platform/workspace-rules.ts';
import { builtInRules } from './built-in-rules.ts';

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

/** A payment, as a slice tells the network about it. */
export interface Asked extends Omit<OutcomeFacts, 'operation' | 'mode'> {
  /** The id of the operation for which a job or a trigger asks. An operation that runs always asks in its own name. */
  readonly onBehalfOf?: string;
}

/**
 * The simulated network's answer, from the workspace's rules in order and then the built-in table; with the rule. Null:
 * approved. An audit changes only what would be approved: a card that declines goes on to decline.
 */
export function decide(ctx: Context, { onBehalfOf, ...asked }: Asked): Decision | null {
  const facts: OutcomeFacts = { ...asked, operation: ctx.operation ?? onBehalfOf ?? null, mode: ctx.mode };
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
    ctx.cause = attributedTo(ctx.cause, audit);
    if (then.kind !== 'latency') return { effect: then, source: 'workspace', rule: id, when, about };
    ctx.answerDelay += then.ms ?? 0;
  }
  return null;
}

function builtIn(facts: OutcomeFacts): Decision | null {
  const rule = builtInRules.find(facts);
  if (rule === undefined) return null;
  return { effect: rule.then, source: 'built-in', rule: null, when: rule.when, about: rule.about };
}
