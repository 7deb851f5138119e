import { disputeLifecycle } from '../../../src/payments/resources/dispute/lifecycle.ts';
import { listTriggers } from '../../../src/sandbox/control/triggers/trigger-catalogue.ts';
import type { TriggerView } from '../../../src/sandbox/control/wire.ts';
import { declarations } from '../../../src/sandbox/declarations.ts';
import { code, grid } from '../markdown.ts';
import type { TestSandbox } from '../sandbox.ts';

const workspaces = { ws_demo: 'debit_payouts', ws_demo_a: 'gateway_a', ws_demo_b: 'gateway_b' } as const;

/** The kinds of gateway on which each trigger makes a fresh object and comes about, tried. */
export async function tryTriggers({ control }: TestSandbox): Promise<Map<string, string[]>> {
  const tried = new Map<string, string[]>();
  for (const { name } of listTriggers(declarations())) {
    tried.set(name, []);
    for (const [workspace, gateway] of Object.entries(workspaces)) {
      const { status } = await control.post(`/triggers/${name}?workspace=${workspace}`, {});
      if (status === 200) tried.get(name)!.push(gateway);
    }
  }
  return tried;
}

const gatewaysOf = (found: readonly string[]): string =>
  found.length === Object.keys(workspaces).length ? 'any' : found.map(code).join(', ');

/** The states that `--id` wants the object in, as the API shows them. */
function statesOf({ moves }: TriggerView): string {
  // Without moves, an operation sends the event, on any object.
  if (moves.length === 0) return 'any';
  const states = new Set(moves.flatMap(({ shown }) => shown.from));
  return states.size === 0 ? 'makes a new one' : [...states].map(code).join(', ');
}

const optionsOf = ({ options }: TriggerView): string => options.map((option) => code(`--${option}`)).join(' ');

/** What can become of a dispute, in the order of its lifecycle. */
const disputeMoves = (): string[][] =>
  Object.entries(disputeLifecycle.moves).flatMap(([name, { from, to, emits }]) =>
    from === null ? [] : [[code(`dispute.${name}`), [from].flat().map(code).join(', '), code(to), codes(emits)]],
  );

const codes = (names: readonly string[] = []): string => names.map(code).join(', ');

/** The tables of everything that can be triggered: the events, and then the moves of each resource. */
export function triggerTables(tried: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  const all = listTriggers(declarations());
  const row = (trigger: TriggerView): string[] => [
    code(trigger.name),
    trigger.about,
    statesOf(trigger),
    optionsOf(trigger),
    gatewaysOf(tried.get(trigger.name) ?? []),
  ];
  const events = all.filter(({ kind }) => kind === 'event');
  const moves = all.filter(({ kind }) => kind === 'transition');
  return {
    'dispute moves': grid(['trigger', 'from', 'to', 'sends'], disputeMoves()),
    events: grid(['event', 'when', 'an object with `--id` is', 'options', 'gateway'], events.map(row)),
    moves: grid(['move', 'meaning', 'an object with `--id` is', 'options', 'gateway'], moves.map(row)),
  };
}
