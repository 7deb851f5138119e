import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../src/core/kernel/context.ts';
import type { TriggerDef } from '../src/core/kernel/declare/declarations.ts';
import {
  type AnyLifecycle,
  leavesFrom,
  shownSources,
  shownState,
  sourcesOf,
} from '../src/core/kernel/declare/lifecycle.ts';
import { makeMove } from '../src/core/kernel/declare/trigger-name.ts';
import { ServiceError } from '../src/core/kernel/errors.ts';
import { type Cause, events } from '../src/core/kernel/events.ts';
import type { Stored } from '../src/core/store/collection.ts';
import { resources } from '../src/payments/resources/registry.ts';
import { diagramOf } from './support/diagram.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';
import { expectFile } from './support/written-pages.ts';

const cause: Cause = { type: 'control', id: 'test', name: 'lifecycles' };
const workspaceIds = ['ws_demo', 'ws_demo_a', 'ws_demo_b'];
/** Undoes everything that was tried in a unit of work. */
class Undo extends Error {}

const withLifecycle = resources.flatMap(({ lifecycle, trigger }) =>
  lifecycle === undefined ? [] : [{ lifecycle, trigger, noun: lifecycle.noun }],
);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

describe.each(withLifecycle)('$noun', ({ lifecycle, trigger, noun }) => {
  it('looks as it was drawn', async () => {
    await expectFile(`test/diagrams/${noun}.txt`, diagramOf(lifecycle));
  });

  it('can be triggered', () => {
    expect(trigger).toBeDefined();
  });

  const verbs = Object.keys(lifecycle.moves).filter((verb) => lifecycle.moves[verb]!.from !== null);

  describe.each([...lifecycle.states])('when %s', (state) => {
    for (const verb of verbs) {
      const isLegal = leavesFrom(lifecycle.moves[verb]!, state);
      it(`${isLegal ? 'may' : 'may not'} ${verb}`, () => {
        withObjectIn(lifecycle, trigger!, state, verb, (ctx, record) => {
          if (isLegal) expectMove(ctx, lifecycle, trigger!, record, verb);
          else expectRefusal(ctx, lifecycle, record, verb);
        });
      });
    }
  });
});

type Moving = Stored & { readonly status: string };

const transition = (ctx: Context, lifecycle: AnyLifecycle, record: Moving, verb: string): Moving =>
  ctx.transition(lifecycle, record, verb);

const read = (ctx: Context, lifecycle: AnyLifecycle, id: string): Moving =>
  ctx.get(ctx.kernel.collectionOf(lifecycle), id) as Moving;

/** The move is made, shows the status of its destination and sends the events of the table, in their order. */
function expectMove(ctx: Context, lifecycle: AnyLifecycle, trigger: TriggerDef, record: Moving, verb: string): void {
  const { to, by, emits = [] } = lifecycle.moves[verb]!;
  const before = new Set([...ctx.of(events).newestFirst()].map(({ id }) => id));
  if (by === 'reaction') transition(ctx, lifecycle, record, verb);
  else makeMove(ctx, { lifecycle, trigger, move: verb }, record.id, {});
  ctx.runReactions();
  const moved = read(ctx, lifecycle, record.id);
  expect(lifecycle.stateOf(moved)).toBe(to);
  expect(moved.status).toBe(lifecycle.statusOf[to]);
  expect(ctx.changes).toContainEqual({
    object: lifecycle.noun,
    id: record.id,
    verb,
    from: lifecycle.stateOf(record),
    to,
  });
  const sent = [...ctx.of(events).newestFirst()].filter(({ id, change }) => !before.has(id) && change.id === record.id);
  expect(sent.reverse().map(({ type }) => type)).toEqual(emits);
}

/** The refusal says which object it is about, the state that it is in, and which one the move needs. */
function expectRefusal(ctx: Context, lifecycle: AnyLifecycle, record: Moving, verb: string): void {
  const { refusal = 400 } = lifecycle.moves[verb]!;
  let thrown: unknown;
  try {
    transition(ctx, lifecycle, record, verb);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof ServiceError)) throw new Error(`${verb} was not refused: ${thrown}`);
  expect(thrown).toMatchObject({ status: refusal, code: 'invalid_state' });
  const words = [
    record.id,
    `is ${shownState(lifecycle, lifecycle.stateOf(record))}`,
    `${verb} requires the state ${shownSources(lifecycle, verb).join(' or ')}`,
  ];
  for (const word of words) expect(thrown.message).toContain(word);
  expect(read(ctx, lifecycle, record.id)).toBe(record);
}

/**
 * Runs `look` on an object in a state, made and brought there by its trigger, preferably one that is made for the sake
 * of `verb`; whatever happens is undone.
 */
function withObjectIn(
  lifecycle: AnyLifecycle,
  trigger: TriggerDef,
  state: string,
  verb: string,
  look: (ctx: Context, record: Moving) => void,
): void {
  const { engine } = sandbox.sandbox;
  const sakes = [verb, ...Object.keys(lifecycle.moves)];
  for (const workspaceId of workspaceIds) {
    for (const sake of sakes) {
      let found = false;
      try {
        engine.run(engine.workspace(workspaceId)!, 'test', cause, (ctx) => {
          const record = bringTo(ctx, lifecycle, trigger, state, sake);
          if (record !== null) {
            found = true;
            look(ctx, record);
          }
          throw new Undo();
        });
      } catch (error) {
        if (!(error instanceof Undo) && (found || !(error instanceof ServiceError))) throw error;
      }
      if (found) return;
    }
  }
  throw new Error(`No trigger brings a ${lifecycle.noun} to ${state}.`);
}

function bringTo(ctx: Context, lifecycle: AnyLifecycle, trigger: TriggerDef, state: string, sake: string) {
  const { operation, body } = trigger.create;
  operation.handle(ctx, { body: body(ctx, { move: sake, given: {}, set: {} }), query: {}, params: {} });
  ctx.runReactions();
  const made = ctx.changes.findLast(({ object, from }) => object === lifecycle.noun && from === null);
  if (made === undefined) return null;
  const { id } = made;
  const path = pathToState(lifecycle, lifecycle.stateOf(read(ctx, lifecycle, id)), state);
  if (path === null) return null;
  for (const move of path) makeMove(ctx, { lifecycle, trigger, move }, id, {});
  return read(ctx, lifecycle, id);
}

/** The shortest chain of moves, each of which somebody can ask for, from one state to another. */
function pathToState(lifecycle: AnyLifecycle, from: string, to: string): string[] | null {
  const reached = new Map<string, string[]>([[from, []]]);
  for (const [state, path] of reached) {
    if (state === to) return path;
    for (const [name, verb] of Object.entries(lifecycle.moves)) {
      const leaves = verb.by !== 'reaction' && sourcesOf(verb).includes(state);
      if (leaves && !reached.has(verb.to)) reached.set(verb.to, [...path, name]);
    }
  }
  return null;
}
