import type { Context } from '../../core/kernel/context.ts';
import { attributedTo } from '../../core/kernel/events.ts';
import type { Decision, OutcomeEffect, OutcomeFacts } from '../platform/outcome-rules.ts';
import { rulesThatFit } from '../platform/workspace-rules.ts';
import { builtInRules } from './built-in-rules.ts';

/** A response that replaces the network's response, and the cause of the replacement. */
interface ForcedResponse {
  readonly effect: OutcomeEffect;
  readonly by: 'trigger' | 'fault' | 'audit';
}

/** The replaced responses, by unit of work. An entry disappears together with its context. */
const saidIn = new WeakMap<Context, ForcedResponse>();

/** Runs some work while the simulated network gives the same response to every request. */
export function whileNetworkSays<A>(
  ctx: Context,
  effect: OutcomeEffect,
  work: () => A,
  by: ForcedResponse['by'] = 'trigger',
): A {
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
 * Runs the work of a whole call, including the reactions of other slices, while an injected fault responds instead of
 * the network.
 * @param audit the adversity of the audit that injected the fault; null if no audit injected it
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

/** The outcome that a request specifies in a header. */
export interface RequestedOutcome {
  readonly effect: OutcomeEffect;
  /** The description of the header in a decision. */
  readonly about: string;
  /** Called for every request to the network. */
  readonly onAsked: () => void;
}

/** The outcomes that headers specify, by the unit of work of a whole call. */
const requestedIn = new WeakMap<Context, RequestedOutcome>();

/** Lets the header of a request decide all of the network's responses to this request. */
export const requestOutcome = (ctx: Context, outcome: RequestedOutcome): void => void requestedIn.set(ctx, outcome);

/** Adds a note about the injected fault to a message, if a fault responds instead of the network. */
export const faultMessage = (ctx: Context, message: string): string =>
  (saidIn.get(ctx)?.by ?? 'trigger') !== 'trigger' ? `${message} (Caused by an injected fault.)` : message;

/** A payment, in the form in which a slice submits it to the network. */
export interface NetworkRequest extends Omit<OutcomeFacts, 'operation' | 'mode'> {
  /**
   * The id of the operation for which a job or a trigger calls the network. A running operation always uses its own id.
   */
  readonly onBehalfOf?: string;
}

/**
 * Returns the simulated network's response and the rule that decided it; null if the payment is approved. The header
 * of a request comes first, then the workspace's rules in order, then the built-in table. An audit can only replace
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
