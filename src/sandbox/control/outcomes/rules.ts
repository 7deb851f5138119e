import { orOf } from '../../../core/base/closest.ts';
import { dayMs } from '../../../core/base/instants.ts';
import { withoutNulls } from '../../../core/base/json-values.ts';
import { inputFields } from '../../../core/kernel/declare/input-fields.ts';
import { readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { bringsAbout, operationNamed, operationNames } from '../../../core/kernel/declare/operation-names.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { Anything, T } from '../../../core/kernel/declare/schema.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { invalid, missing, notFound } from '../../../core/kernel/errors.ts';
import { longestLatency } from '../../../core/kernel/faults/check-fault.ts';
import { pageOfOwn } from '../../../core/kernel/pagination.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Workspace } from '../../../core/kernel/workspace.ts';
import { checked } from '../../../core/validation/input-check.ts';
import { firstError } from '../../../core/validation/validator.ts';
import {
  AmountModel,
  ConditionModel,
  EffectModel,
  effects,
  NthModel,
  type OutcomeCondition,
  type OutcomeEffect,
  type OutcomeKind,
  type OutcomeRule,
  turnsOf,
} from '../../../payments/platform/outcome-rules.ts';
import { isSpent, rules, type WorkspaceRule } from '../../../payments/platform/workspace-rules.ts';
import { builtInRules } from '../../../payments/simulation/built-in-rules.ts';
import { testCards } from '../../../payments/simulation/cards.ts';
import { codeOfRule } from '../../../payments/simulation/codes.ts';
import { testCardSettings } from '../../../payments/simulation/read-card.ts';
import { sandboxOperation } from '../operation.ts';
import { listCodes } from '../triggers/trigger-catalogue.ts';
import { CodesRow, OutcomeRow, pageFields, RemovalResult, RuleKindView, RuleView } from '../wire.ts';

/** Names for rules that apply to jobs of the clock instead of API operations. */
export const furtherOperations = ['subscriptions.renew'];

const ruleView = (rule: WorkspaceRule): RuleView => ({
  id: rule.id,
  when: { ...rule.when },
  then: { ...rule.then },
  matched: rule.matched,
  spent: isSpent(rule),
});

/**
 * The rules of a workspace that are not used up, oldest first.
 * @param most the maximum number of rules
 */
export const actingRules = ({ state }: Engine, workspaceId: string, most: number): RuleView[] =>
  [...state.root.of(rules).newestFirst({ workspace_id: [workspaceId] })]
    .map(ruleView)
    .filter(({ spent }) => !spent)
    .reverse()
    .slice(0, most);

export const ruleOperations = [
  sandboxOperation('GET /rules', {
    id: 'rules.list',
    reach: 'workspace',
    summary: "List the workspace's own outcome rules",
    query: T.Object(pageFields),
    answers: [200, list(RuleView)],
    handle: ({ engine }, { query, workspace }) => {
      const page = pageOfOwn(engine.state.root.of(rules), query, { workspace_id: [workspace.id] });
      return { data: page.data.map(ruleView), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /rules', {
    id: 'rules.create',
    reach: 'workspace',
    summary: 'Add an outcome rule; it takes precedence over the built-in rules',
    body: T.Object({ when: T.Optional(Anything()), then: Anything() }),
    answers: [201, RuleView],
    example: { body: { when: { operation: 'charges.create', amount: 1234 }, then: { kind: 'decline' } } },
    handle: ({ engine }, { body, workspace, cause }) => {
      const checked = checkRule(engine.registry, body);
      return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
        const rule = {
          id: unit.nextId(root, rules.prefix),
          workspace_id: workspace.id,
          ...checked,
          ...(cause.audit === undefined ? {} : { audit: cause.audit }),
          matched: 0,
        };
        return ruleView(unit.put(root, rules, rule));
      });
    },
  }),
  sandboxOperation('GET /rules/kinds', {
    id: 'rules.kinds',
    reach: 'workspace',
    summary: 'List the kinds of outcome rules and their fields',
    answers: [200, list(RuleKindView)],
    handle: ({ engine }) => ({ data: ruleKinds(engine.registry), has_more: false }),
  }),
  sandboxOperation('PATCH /rules/{id}', {
    id: 'rules.update',
    reach: 'workspace',
    summary:
      'Change an outcome rule without changing its position; null removes a field, and the match count restarts at 0',
    body: T.Object({ when: T.Optional(Anything()), then: T.Optional(Anything()) }),
    answers: [200, RuleView],
    example: { body: { when: { amount: 1234 } } },
    handle: ({ engine }, { params, body, workspace, cause }) =>
      engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
        const rule = ownRule(root, workspace, params.id);
        const { kind = rule.then.kind } = body.then ?? {};
        // The fields of another kind do not apply to this one.
        const then = kind === rule.then.kind ? { ...rule.then, ...body.then } : { ...body.then };
        const when = { ...rule.when, ...inOneWord(body.when ?? {}) };
        const checked = checkRule(engine.registry, { when, then });
        return ruleView(unit.put(root, rules, { ...rule, ...checked, matched: 0 }));
      }),
  }),
  sandboxOperation('DELETE /rules/{id}', {
    id: 'rules.delete',
    reach: 'workspace',
    summary: 'Remove an outcome rule',
    answers: [200, RemovalResult],
    handle: ({ engine }, { params, workspace, cause }) =>
      engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
        const rule = ownRule(root, workspace, params.id);
        unit.remove(root, rules, rule.id);
        return { id: rule.id, deleted: true };
      }),
  }),
  sandboxOperation('GET /outcomes', {
    id: 'outcomes.list',
    reach: 'workspace',
    summary:
      "List everything that determines sandbox outcomes: the workspace's rules, the built-in rules and the test cards",
    answers: [200, list(OutcomeRow)],
    handle: ({ engine }, { workspace }) => {
      const own = [...engine.state.root.of(rules).newestFirst({ workspace_id: [workspace.id] })].reverse();
      const listed = testCardSettings.of(workspace).test_cards;
      const data: OutcomeRow[] = [
        ...own.map(({ id, when, then, about }) => row({ source: 'workspace', id, when, then, about })),
        ...builtInRules.rules.map(({ when, then, about }) => row({ source: 'built-in', when, then, about })),
        ...testCards.map(({ number, brand, funding, behaviour, about }) =>
          row({
            source: 'card',
            when: { number, brand, funding, ...(behaviour === null ? {} : { behaviour }) },
            about,
          }),
        ),
        ...listed.map((card) => row({ source: 'card', when: card, about: 'defined in the workspace settings' })),
      ];
      return { data, has_more: false };
    },
  }),
  sandboxOperation('GET /outcomes/codes', {
    id: 'outcomes.codes',
    reach: 'workspace',
    summary: 'List the codes for moves and rules, by rail',
    answers: [200, list(CodesRow)],
    handle: ({ engine }) => ({ data: listCodes(engine.registry), has_more: false }),
  }),
];

function ownRule(root: DataSet, workspace: Workspace, id: string): WorkspaceRule {
  const rule = root.of(rules).get(id);
  if (rule === undefined || rule.workspace_id !== workspace.id) throw notFound('rule', id);
  return rule;
}

interface OutcomeSource {
  readonly source: OutcomeRow['source'];
  readonly id?: string;
  readonly when: object;
  readonly then?: object;
  readonly about?: string | null;
}

const row = ({ source, id, when, then, about }: OutcomeSource): OutcomeRow =>
  ({
    source,
    id: id ?? null,
    when: { ...when },
    then: then === undefined ? null : { ...then },
    about: about ?? '',
  }) as OutcomeRow;

type Fields = Record<string, unknown>;

/** A fault names its operation with `on`, so a rule accepts the same field. */
function inOneWord({ on, ...when }: Fields): Fields {
  if (on === undefined) return when;
  if (on != null && when.operation != null) {
    throw invalid('when.on', 'when.on and when.operation have the same meaning. Send only one of them.');
  }
  return { ...when, operation: on ?? when.operation };
}

/** @throws 400 for a rule that can never match, has no effect, or has a field that does not belong to its kind */
export function checkRule(registry: Registry, { when = {}, then }: { when?: Fields; then: Fields }): OutcomeRule {
  const condition = checkCondition(registry, withoutNulls(inOneWord(when)));
  return { when: condition, then: checkEffect(registry, condition, withoutNulls(then)) };
}

function checkCondition(registry: Registry, given: Fields): OutcomeCondition {
  if (given.amount !== undefined && firstError(AmountModel, given.amount) !== null) {
    const amount = JSON.stringify(given.amount);
    throw invalid(
      'when.amount',
      `when.amount must be an amount in cents, or a range such as {"lt": 500}, not ${amount}.`,
    );
  }
  if (given.nth !== undefined && firstError(NthModel, given.nth) !== null) {
    throw invalid(
      'when.nth',
      `when.nth must be a whole number of at least 1, or a range such as "1-3", not ${JSON.stringify(given.nth)}.`,
    );
  }
  const when = checked(ConditionModel, given, ['when']);
  if (when.nth !== undefined && when.times !== undefined) {
    throw invalid(
      'when.times',
      'when.nth and when.times both set how often a rule applies. Send only one of them, such as nth "2-4".',
    );
  }
  const turns = turnsOf(when);
  if (turns !== null && turns.last < turns.first) {
    throw invalid(
      'when.nth',
      `when.nth must go from a smaller number to a larger one, such as "1-3", not "${when.nth}".`,
    );
  }
  if (when.operation === undefined) return when;
  const operation = operationNamed(registry, when.operation, { param: 'when.operation', further: furtherOperations });
  return { ...when, operation };
}

/** The operation whose buyers can pay another amount. */
export const pagePayment = 'checkout.pay';

/** The fields of an effect that contain durations. */
export const lengthFields = ['after', 'ms'] as const;
/** The longest durations of an effect, in milliseconds. */
const longestOf = { after: 3_650 * dayMs, ms: longestLatency } as const;

const ruleKinds = (registry: Registry): RuleKindView[] =>
  Object.entries(effects).map(([kind, { takes, about }]) => ({
    kind,
    about,
    when: inputFields(ConditionModel, undefined, {
      operation: { choices: operationNames(registry, furtherOperations) },
      nth: { type: 'text' },
    }),
    then: inputFields(EffectModel, takes, Object.fromEntries(lengthFields.map((name) => [name, { type: 'duration' }]))),
  }));

function checkEffect(registry: Registry, when: OutcomeCondition, given: Fields): OutcomeEffect {
  const lengths = lengthFields
    .filter((name) => typeof given[name] === 'string' || typeof given[name] === 'number')
    .map((name) => [name, readLength(`then.${name}`, given[name] as string | number, longestOf[name])] as const);
  const { code: given_code, ...rest } = checked(EffectModel, { ...given, ...Object.fromEntries(lengths) }, ['then']);
  const { kind } = rest;
  const scope = { kind, direction: directionOf(registry, when), rail: when.rail };
  if (kind === 'dispute' && scope.direction === 'out') {
    throw invalid('then.kind', 'A payout cannot be disputed. To make the bank return it, use a rule of kind return.');
  }
  if (given_code !== undefined) refuseUntaken(kind, 'code', effects[kind].takes);
  const code = given_code === undefined ? undefined : codeOfRule(scope, given_code);
  // An unreachable gateway leaves the outcome unknown, whatever kind the rule names.
  const { takes } = effects[code === 'gateway_unavailable' ? 'unavailable' : kind];
  for (const name of Object.keys(rest)) if (name !== 'kind') refuseUntaken(kind, name, takes);
  if (kind === 'other_amount') {
    if (when.operation !== pagePayment) {
      throw invalid(
        'when.operation',
        `Only a payment on a page can have a different amount. Set when.operation to ${pagePayment}.`,
      );
    }
    if (rest.by === undefined && rest.currency === undefined) {
      throw missing('then.by', 'A rule of kind other_amount requires by (in cents) or currency.');
    }
  }
  return code === undefined ? rest : { ...rest, code };
}

function refuseUntaken(kind: OutcomeKind, name: string, takes: readonly string[]): void {
  if (!takes.includes(name))
    throw invalid(`then.${name}`, `A rule of kind ${kind} accepts ${orOf(takes)}, not ${name}.`);
}

/** The direction of a rule's money (in or out), if the rule determines it. */
function directionOf(registry: Registry, { direction, operation, rail }: OutcomeCondition): 'in' | 'out' | undefined {
  if (direction !== undefined) return direction;
  if (operation !== undefined) return bringsAbout(registry, operation, 'pays_out') ? 'out' : 'in';
  return rail === 'rtp' ? 'out' : undefined;
}
