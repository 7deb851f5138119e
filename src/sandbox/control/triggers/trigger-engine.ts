import { orOf } from '../../../core/base/closest.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { requireCapability } from '../../../core/kernel/declare/capability.ts';
import type { Options } from '../../../core/kernel/declare/declarations.ts';
import {
  leavesFrom,
  moveRefused,
  pathTo,
  shownSources,
  shownState,
  wordsOf,
} from '../../../core/kernel/declare/lifecycle.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { type MoveOptions, makeMove, makeMovesOf, stateNow } from '../../../core/kernel/declare/trigger-name.ts';
import {
  CommittedRefusal,
  invalid,
  invalidPart,
  notFound,
  type ServiceError,
  wrongState,
} from '../../../core/kernel/errors.ts';
import { attributedTo, type Cause, events, type StateChange } from '../../../core/kernel/events.ts';
import type { Mode, Workspace } from '../../../core/kernel/workspace.ts';
import { checked, InputCheck } from '../../../core/validation/input-check.ts';
import type { Uses } from '../sandbox.ts';
import type { TriggerInput, TriggerResult } from '../wire.ts';
import { overridesFor } from './overrides.ts';
import {
  findTrigger,
  freshTakesOf,
  optionsOf,
  type TriggerCall,
  type TriggerMove,
  takesId,
} from './trigger-catalogue.ts';

/** The new object cannot reach the move with this gateway or this amount. Another move may be possible. */
class NotHere extends Error {}

/** The data set in which a trigger acts, and the call that requests it. */
interface TriggerScope {
  readonly workspace: Workspace;
  readonly mode: Mode;
  readonly cause: Pick<Cause, 'id' | 'audit'>;
}

/**
 * Triggers an event or a named transition. With `id`, the trigger makes exactly that move on that object. Without
 * `id`, it creates a new object and makes all moves up to the requested one. Everything happens in one unit of work,
 * and no event or state is faked.
 * @throws 404 for an unknown name or object; 400 or 409 `invalid_state` for a move that is not legal now
 */
export function runTrigger(
  { engine }: Uses<'engine'>,
  { workspace, mode, cause: by }: TriggerScope,
  name: string,
  request: TriggerInput,
): TriggerResult {
  const { moves, calls } = findTrigger(engine.registry, name);
  const cause = attributedTo<Cause>({ type: 'trigger', id: by.id, name }, by.audit);
  const { id, set, count = 1, ...rest } = request;
  const given: MoveOptions = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (id !== undefined) {
    if (set !== undefined) throw invalid('set', 'set applies only to a new object. Remove set or id.');
    if (count !== 1) throw invalid('count', 'count applies only to new objects. Remove count or id.');
  }
  const [call] = calls;
  if (call !== undefined) {
    takingAll(name, [call], noOptions, given);
    requireCapability(call.operation.capability, { workspace, mode });
    const overrides = overridesFor(call.operation, set);
    return engine.run(workspace, mode, cause, (ctx) => {
      for (let made = 0; made < count; made++) callPrepared(ctx, call, overrides, id);
      return whatCameOf(ctx, engine.registry);
    });
  }
  if (id !== undefined) {
    return engine.run(workspace, mode, cause, (ctx) => {
      applyTo(ctx, moves, id, given);
      return whatCameOf(ctx, engine.registry);
    });
  }
  const reasons: string[] = [];
  for (const asked of takingAll(name, moves, freshOptionsOf, given)) {
    const { operation } = asked.trigger.create;
    // A trigger creates only objects that the API would create here, because other objects could not be read.
    requireCapability(operation.capability, { workspace, mode });
    const overrides = overridesFor(operation, set);
    try {
      return engine.run(workspace, mode, cause, (ctx) => {
        for (let made = 0; made < count; made++) makeFreshAndMove(ctx, asked, given, overrides);
        return whatCameOf(ctx, engine.registry);
      });
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      reasons.push(error.message);
    }
  }
  const { gateway } = workspace.settings;
  throw wrongState(`${name} is not possible in ${workspace.id} (${gateway}): ${[...new Set(reasons)].join('; ')}.`);
}

/** Runs an operation with the request that it prepares, on the object that the developer named or on new ones. */
function callPrepared(ctx: Context, call: TriggerCall, set: MoveOptions, id: string | undefined): void {
  const { operation, event } = call;
  if (id !== undefined && !takesId(call)) {
    throw invalid('id', `${event.type} is sent by ${operation.id}, which creates the object. Remove id.`);
  }
  const sentEvents = () => ctx.unit.written(events).filter(({ record }) => record.type === event.type).length;
  const before = sentEvents();
  const request = operation.prepare!(ctx, id);
  const body = operation.body === undefined ? {} : new InputCheck(operation.body).body({ ...request.body, ...set });
  const params = id === undefined ? { ...request.params } : { ...request.params, id };
  const answer: unknown = operation.handle(ctx, { query: {}, ...request, params, body });
  ctx.runReactions();
  if (sentEvents() > before) return;
  throw answer instanceof CommittedRefusal
    ? answer.error
    : new Error(
        `${operation.id} did not emit ${event.type} for the request that its 'prepare' returns. Call ctx.emit in its handler, or change 'prepare'.`,
      );
}

/** Makes the move on an existing object. */
function applyTo(ctx: Context, moves: readonly TriggerMove[], id: string, given: MoveOptions): void {
  const isOf = ({ lifecycle }: TriggerMove) => ctx.find(ctx.kernel.collectionOf(lifecycle), id) !== undefined;
  const own = moves.filter(isOf);
  const [first] = own;
  if (first === undefined) {
    throw notFound(orOf([...new Set(moves.map(({ lifecycle }) => wordsOf(lifecycle.noun)))]), id);
  }
  const state = stateNow(ctx, first.lifecycle, id);
  const legal = own.filter(({ lifecycle, move }) => leavesFrom(lifecycle.moves[move]!, state));
  if (legal.length === 0) throw refusalOfAll(ctx, own as [TriggerMove, ...TriggerMove[]], id);
  const [chosen] = takingAll(`${first.lifecycle.noun}.${first.move}`, legal, optionsOf, given);
  makeMove(ctx, chosen, id, takenBy(chosen.trigger.moves[chosen.move]!.takes, given));
}

/** The error for the move, or for all moves that send the event. Its message names the states that they need. */
function refusalOfAll(ctx: Context, moves: readonly [TriggerMove, ...TriggerMove[]], id: string): ServiceError {
  const [{ lifecycle, move }] = moves;
  const sources = new Set(moves.flatMap((each) => shownSources(lifecycle, each.move)));
  const noun = wordsOf(lifecycle.noun);
  if (sources.size === 0) return invalid('id', `${lifecycle.noun}.${move} creates a new ${noun}. Remove id.`);
  const record = ctx.get(ctx.kernel.collectionOf(lifecycle), id);
  if (moves.length === 1) return moveRefused(lifecycle, record, move);
  const subject = noun.replace(/^./, (letter) => letter.toUpperCase());
  return wrongState(
    `${subject} ${id} is ${shownState(lifecycle, lifecycle.stateOf(record))}, but this move requires ${orOf([...sources])}.`,
  );
}

/** Creates a new object, makes the moves up to the state before the requested move, and then the requested move. */
function makeFreshAndMove(ctx: Context, asked: TriggerMove, given: MoveOptions, overrides: MoveOptions): void {
  const { lifecycle, trigger, move } = asked;
  const before = ctx.changes.length;
  const id = makeFresh(ctx, asked, given, overrides);
  if (lifecycle.moves[move]!.from !== null) {
    const state = stateNow(ctx, lifecycle, id);
    const path = pathTo(lifecycle, state, move);
    if (path === null) throw notHere(ctx, asked, id, `${move} needs ${orOf(shownSources(lifecycle, move))}`);
    makeMovesOf(ctx, asked, id, path, takenBy(trigger.moves[move]!.takes, given));
  }
  const isMade = ctx.changes.slice(before).some((change) => change.id === id && change.verb === move);
  if (!isMade) throw notHere(ctx, asked, id, `${move} results in ${shownState(lifecycle, lifecycle.moves[move]!.to)}`);
}

/**
 * Creates a new object with the request that a caller would send, and returns its id. A declined payment counts, too.
 */
function makeFresh(ctx: Context, asked: TriggerMove, given: MoveOptions, set: MoveOptions): string {
  const { lifecycle, trigger, move } = asked;
  const { operation, takes, hears, body } = trigger.create;
  const before = ctx.changes.length;
  const sent = { ...body(ctx, { move, given: takenBy({ ...takes, ...hears }, given), set }), ...set };
  const checkedBody = operation.body === undefined ? {} : new InputCheck(operation.body).body(sent);
  const answer: unknown = operation.handle(ctx, { body: checkedBody, query: {}, params: {} });
  ctx.runReactions();
  const made = ctx.changes.slice(before).find(({ object, from }) => object === lifecycle.noun && from === null);
  if (made !== undefined) return made.id;
  throw answer instanceof CommittedRefusal ? answer.error : new Error(`${operation.id} created no ${lifecycle.noun}.`);
}

const notHere = (ctx: Context, { lifecycle }: TriggerMove, id: string, needs: string): NotHere =>
  new NotHere(
    `a new ${wordsOf(lifecycle.noun)} is ${shownState(lifecycle, stateNow(ctx, lifecycle, id))} in this workspace, and ${needs}`,
  );

/** The passed options that a move or the new object accepts, according to its schemas. */
function takenBy(takes: Options, given: MoveOptions): MoveOptions {
  const taken = Object.entries(takes).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(taken.map(([name, schema]) => [name, checked(schema, given[name], [name])]));
}

/** The names of the options of a move on a new object: the options of the move and of the object. */
const freshOptionsOf = (asked: TriggerMove): string[] => Object.keys(freshTakesOf(asked));

/** An operation that a trigger runs has no options. */
const noOptions = (): readonly string[] => [];

/**
 * The moves or calls that accept all passed options, because an unused option would be ignored silently.
 * @throws 400 `parameter_invalid` with the valid options, if no move accepts them
 */
function takingAll<A>(
  name: string,
  moves: readonly A[],
  optionsFor: (asked: A) => readonly string[],
  given: MoveOptions,
): readonly [A, ...A[]] {
  const asked = Object.keys(given);
  const [first, ...others] = moves.filter((each) => asked.every((option) => optionsFor(each).includes(option)));
  if (first !== undefined) return [first, ...others];
  const known = [...new Set(moves.flatMap(optionsFor))];
  const untaken = asked.find((option) => !known.includes(option)) ?? asked.join(' with ');
  throw invalidPart(untaken, `${name} accepts ${known.length === 0 ? 'no options' : orOf(known)}, not ${untaken}.`);
}

/** Every public object that the unit created or changed, and every event that it sent. */
function whatCameOf(ctx: Context, { slices }: Registry): TriggerResult {
  const objects = new Map<string, TriggerResult['objects'][number]>();
  const isMove = ({ object, verb }: StateChange) =>
    slices.some(({ lifecycle }) => lifecycle?.noun === object && verb in lifecycle.moves);
  const last = new Map(ctx.changes.filter(isMove).map((change) => [change.id, change]));
  const codes = new Map(ctx.unit.written(events).map(({ record: { subject, data } }) => [subject, codeOf(data)]));
  for (const { record } of ctx.unit.allWritten()) {
    const { id, object, status } = record as { id: string; object?: unknown; status?: unknown };
    if (typeof object !== 'string') continue;
    const change = last.get(id);
    objects.set(id, {
      id,
      object,
      status: typeof status === 'string' ? status : null,
      moved:
        change === undefined
          ? null
          : { move: change.verb, from: change.from, to: change.to, code: codes.get(id) ?? null },
    });
  }
  const all = [...objects.values()];
  return {
    objects: [...all.filter(({ moved }) => moved !== null), ...all.filter(({ moved }) => moved === null)],
    events: ctx.unit.written(events).map(({ record: { id, type } }) => ({ id, type })),
  };
}

/** The code in an event: of a return, of a failure, or of a decline. */
function codeOf(data: Readonly<Record<string, unknown>>): string | null {
  const codes = [data.return_code, data.error_code, data.decline_code, data.reason_code];
  return codes.find((code) => typeof code === 'string') ?? null;
}
