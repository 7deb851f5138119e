import type { Context } from '../../core/kernel/context.ts';
import { attributedTo } from '../../core/kernel/events.ts';
import type { Decision, OutcomeEffect, OutcomeFacts } from '../platform/outcome-rules.ts';
import { rulesThatFit } from '../platform/workspace-rules.ts';
import { builtInRules } from './built-in-rules.ts';

/** An answer that replaces the network's answer, and the cause of the replacement. */
interface Said {
  readonly effect: OutcomeEffect;
  readonly by: 'trigger' | 'fault' | 'audit';
}

/** The replaced answers, by unit of work; an entry disappears with its context. */
const saidIn = new WeakMap<Context, Said>();

/** Does some work while the simulated network gives the same answer to every question. */
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
 * Does the work of a whole call, with the reactions of other slices, while an injected fault answers for the network.
 * @param audit the adversity of the audit that injected the fault; null: no audit did
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

/** The outcome that a request asks for in a header. */
export interface RequestedOutcome {
  readonly effect: OutcomeEffect;
  /** The header as a decision names it. */
  readonly about: string;
  /** Is called whenever the network is asked. */
  readonly onAsked: () => void;
}

/** The outcomes of headers, by the unit of work of a whole call. */
const requestedIn = new WeakMap<Context, RequestedOutcome>();

/** Lets the header of a request answer for the network in all that the request does. */
export const requestOutcome = (ctx: Context, outcome: RequestedOutcome): void => void requestedIn.set(ctx, outcome);

/** A message, extended by the injected fault if a fault answers for the network. */
export const toldByFault = (ctx: Context, message: string): string =>
  (saidIn.get(ctx)?.by ?? 'trigger') !== 'trigger' ? `${message} (An injected fault.)` : message;

/** A payment, as a slice describes it to the network. */
export interface NetworkRequest extends Omit<OutcomeFacts, 'operation' | 'mode'> {
  /** The id of the operation for which a job or a trigger asks. A running operation always asks in its own name. */
  readonly onBehalfOf?: string;
}

/**
 * The simulated network's answer and its rule: the workspace's rules come first, in order, then the built-in table.
 * Null: approved. The header of a request comes before all of them. An audit changes only answers that would be
 * approvals: a card that declines still declines.
 */
export function decide(ctx: Context, { onBehalfOf, ...asked }: NetworkRequest): Decision | null {
  const facts: OutcomeFacts = { ...asked, operation: ctx.operation ?? onBehalfOf ?? null, mode: ctx.mode };
  const requested = requestedIn.get(ctx);
  if (requested !== undefined) {
    const { effect, about, onAsked } = requested;
    onAsked();
    if (effect.kind !== 'latency') return { effect, source: 'header', rule: null, about };
    ctx.answerDelay += effect.ms ?? 0;
  }
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
