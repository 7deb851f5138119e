import { closest } from '../engine/closest.ts';
import { invalid, missing, notFound } from '../engine/errors.ts';
import { list } from '../engine/operation.ts';
import type { OutcomeCondition, OutcomeEffect, OutcomeKind } from '../engine/outcomes.ts';
import { pageOf } from '../engine/pagination.ts';
import type { Registry } from '../engine/registry.ts';
import { Anything, T } from '../engine/schema.ts';
import { gatewayKinds } from '../engine/settings.ts';
import { rules, type WorkspaceRule } from '../engine/workspace.ts';
import { testCards } from '../simulation/cards.ts';
import { testCardSettings } from '../simulation/read-card.ts';
import { sandboxOperation } from './operation.ts';
import { OutcomeRow, pageFields, Removed, RuleView } from './wire.ts';

const outcomeKinds = ['decline', 'fail', 'dispute', 'return', 'unavailable', 'latency'] as const;
/** What a rule may name that never passes through the registry's operations. */
const furtherOperations = ['checkout.pay', 'subscriptions.renew'];
const someOperations = 'There is charges.create, payouts.create, checkout.pay, subscriptions.renew and others.';

const ruleView = ({ id, when, then, matched }: WorkspaceRule): RuleView => ({
  id,
  when: { ...when },
  then: { ...then },
  matched,
});

export const ruleOperations = [
  sandboxOperation('GET /rules', {
    id: 'rules.list',
    summary: "List the workspace's own outcome rules",
    query: T.Object(pageFields),
    answers: [200, list(RuleView)],
    handle: ({ engine }, { query, workspace }) => {
      const page = pageOf(engine.state.root.of(rules), query, { workspace_id: [workspace.id] });
      return { data: page.data.map(ruleView), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /rules', {
    id: 'rules.create',
    summary: 'Add an outcome rule; it wins over the built-in ones',
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
          matched: 0,
        };
        return ruleView(unit.put(root, rules, rule));
      });
    },
  }),
  sandboxOperation('DELETE /rules/{id}', {
    id: 'rules.delete',
    summary: 'Remove an outcome rule',
    answers: [200, Removed],
    handle: ({ engine }, { params, workspace, cause }) =>
      engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
        const rule = root.of(rules).get(params.id);
        if (rule === undefined || rule.workspace_id !== workspace.id) throw notFound('rule', params.id);
        unit.remove(root, rules, rule.id);
        return { id: rule.id, deleted: true };
      }),
  }),
  sandboxOperation('GET /outcomes', {
    id: 'outcomes.list',
    summary: "List what decides sandbox outcomes: the workspace's rules, the built-in table, the test cards",
    answers: [200, list(OutcomeRow)],
    handle: ({ engine }, { workspace }) => {
      const own = [...engine.state.root.of(rules).newestFirst({ workspace_id: [workspace.id] })].reverse();
      const listed = testCardSettings.of(workspace).test_cards;
      const data: OutcomeRow[] = [
        ...own.map(({ id, when, then, about }) => row('workspace', id, when, then, about ?? '')),
        ...engine.outcomes.rules.map(({ when, then, about }) => row('built-in', null, when, then, about ?? '')),
        ...testCards.map(({ number, brand, funding, about }) =>
          row('card', null, { number, brand, funding }, null, about),
        ),
        ...listed.map((card) => row('card', null, { ...card }, null, 'listed by the workspace')),
      ];
      return { data, has_more: false };
    },
  }),
];

function row(
  source: OutcomeRow['source'],
  id: string | null,
  when: object,
  then: object | null,
  about: string,
): OutcomeRow {
  return { source, id, when: { ...when }, then: then === null ? null : { ...then }, about } as OutcomeRow;
}

type Fields = Record<string, unknown>;

/** What a field may be: one of these, or what the function says. */
type Allowed = readonly unknown[] | ((value: unknown) => boolean);

const conditionFields: Readonly<Record<keyof OutcomeCondition, Allowed>> = {
  operation: (value) => typeof value === 'string',
  direction: ['in', 'out'],
  rail: ['card', 'ach', 'rtp'],
  amount: isAmount,
  card: (value) => typeof value === 'string',
  customer: (value) => typeof value === 'string',
  gateway: gatewayKinds,
  mode: ['test', 'live'],
  instant: (value) => typeof value === 'boolean',
  nth: (value) => isCount(value) && value > 0,
};

const effectFields: Readonly<Record<keyof OutcomeEffect, Allowed>> = {
  kind: outcomeKinds,
  code: (value) => typeof value === 'string',
  after: isCount,
  resolve: ['approved', 'failed'],
  ms: isCount,
};

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isCount(value);
  const bounds = Object.entries(value);
  return bounds.length > 0 && bounds.every(([name, bound]) => (name === 'lt' || name === 'gte') && isCount(bound));
}

/** Fields whose value is null are as good as absent; one that nobody knows is refused. */
function checkFields<T>(part: 'when' | 'then', given: Fields, known: Readonly<Record<string, Allowed>>): T {
  const fields = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of fields) {
    const param = `${part}.${name}`;
    const allowed = Object.hasOwn(known, name) ? known[name] : undefined;
    if (allowed === undefined) {
      const [near] = closest(name, Object.keys(known));
      const hint = near === undefined ? `It has ${Object.keys(known).join(', ')}.` : `Did you mean '${near}'?`;
      throw invalid(param, `${part} has no field '${name}'. ${hint}`);
    }
    if (typeof allowed !== 'function') {
      if (!allowed.includes(value)) throw invalid(param, `${param} must be one of ${allowed.join(', ')}.`);
    } else if (!allowed(value)) throw invalid(param, `${param} cannot be ${JSON.stringify(value)}.`);
  }
  return Object.fromEntries(fields) as T;
}

/** @throws 400 for a rule that could never fit, or has no effect */
export const checkRule = (registry: Registry, { when = {}, then }: { when?: Fields; then: Fields }) => ({
  when: checkCondition(registry, when),
  then: checkEffect(then),
});

function checkCondition(registry: Registry, given: Fields): OutcomeCondition {
  const when = checkFields<OutcomeCondition>('when', given, conditionFields);
  if (when.operation !== undefined) {
    const known = [
      ...[...registry.operationsOf('merchant'), ...registry.operationsOf('client')].map(({ id }) => id),
      ...furtherOperations,
    ];
    if (!known.includes(when.operation)) {
      const [near] = closest(when.operation, known);
      const hint = near === undefined ? ` ${someOperations}` : ` Did you mean '${near}'?`;
      throw invalid('when.operation', `There is no operation '${when.operation}'.${hint}`);
    }
  }
  return when;
}

function checkEffect(given: Fields): OutcomeEffect {
  if (given.kind === undefined) {
    throw missing('then.kind', `then.kind is required: one of ${outcomeKinds.join(', ')}.`);
  }
  if (!outcomeKinds.includes(given.kind as OutcomeKind)) {
    throw invalid('then.kind', `then.kind must be one of ${outcomeKinds.join(', ')}.`);
  }
  return checkFields<OutcomeEffect>('then', given, effectFields);
}
