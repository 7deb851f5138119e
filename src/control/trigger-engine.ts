import { makeMoves } from '../engine/bring-about.ts';
import type { Context } from '../engine/context.ts';
import { invalid, notFound, ServiceError, wrongState } from '../engine/errors.ts';
import { type Cause, events } from '../engine/events.ts';
import { type Lifecycle, pathTo, refusalOf, type StatefulRecord, sourcesOf } from '../engine/lifecycle.ts';
import type { ResourceDef, TriggerInput } from '../engine/resource.ts';
import type { Mode, Workspace } from '../engine/workspace.ts';
import { overridesFor } from './overrides.ts';
import type { Sandbox } from './sandbox.ts';
import { findMoves, type Move, orOf } from './trigger-catalogue.ts';
import type { TriggerRan } from './wire.ts';

export interface TriggerRequest extends Omit<TriggerInput, 'set'> {
  /** Make exactly this move on this object. */
  id?: string;
  /** Paths of the request that makes the fresh object, and their values. */
  set?: Record<string, unknown>;
  count?: number;
}

/** The fresh object is not where the move can be made, on this gateway or by this amount; another move may do. */
class NotHere extends Error {}

/**
 * Brings an event or a named transition about: on the object `id` by exactly that move, else on a fresh object that is
 * made and brought there by the moves that it needs. Everything is one unit of work; nothing is ever forged.
 * @throws 404 for an unknown name or object, 400 or 409 `invalid_state` for a move that is not legal now
 */
export function runTrigger(
  { engine }: Sandbox,
  workspace: Workspace,
  mode: Mode,
  name: string,
  request: TriggerRequest,
  causeId: string,
): TriggerRan {
  const moves = findMoves(engine.registry, name);
  const cause: Cause = { type: 'trigger', id: causeId, name };
  const { id, set, count = 1, ...options } = request;
  if (id !== undefined) {
    if (set !== undefined) throw invalid('set', 'set overrides what makes a fresh object; it cannot go with id.');
    if (count !== 1) throw invalid('count', 'count makes fresh objects; it cannot go with id.');
    checkOptions('On an object that is there, this', optionsOf(moves), options);
    return engine.run(workspace, mode, cause, (ctx) => {
      applyTo(ctx, moves, id, options);
      return whatCameOf(ctx);
    });
  }
  checkOptions(name, optionsOfFresh(moves), options);
  for (const { resource } of moves) checkCapability(resource, workspace, mode);
  const reasons: string[] = [];
  for (const move of moves) {
    const input: TriggerInput = { ...options, set: overridesFor(move.resource, set) };
    try {
      return engine.run(workspace, mode, cause, (ctx) => {
        for (let made = 0; made < count; made++) bringAbout(ctx, move, input);
        return whatCameOf(ctx);
      });
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      reasons.push(error.message);
    }
  }
  const { gateway } = workspace.settings;
  throw wrongState(`${name} cannot come about in ${workspace.id} (${gateway}): ${[...new Set(reasons)].join('; ')}.`);
}

/** The move on an object that is there. */
function applyTo(ctx: Context, moves: readonly Move[], id: string, input: TriggerInput): void {
  const found = moves.find(({ lifecycle }) => ctx.find(lifecycle.of, id) !== undefined);
  if (found === undefined)
    throw notFound(orOf([...new Set(moves.map(({ lifecycle }) => wordsOf(lifecycle.noun)))]), id);
  const { lifecycle } = found;
  const record = ctx.get(lifecycle.of, id);
  const state = lifecycle.stateOf(record);
  const own = moves.filter((move) => move.lifecycle === lifecycle);
  const legal = own.find(({ verb }) => sourcesOf(lifecycle.verbs[verb]!).includes(state));
  if (legal === undefined) throw refuse(own, record);
  legal.trigger.apply(ctx, record, legal.verb, input);
  ctx.runReactions();
}

/** The refusal of the move, or of all that emit the event: it says what state they need. */
function refuse(moves: readonly Move[], record: StatefulRecord): ServiceError {
  const [{ lifecycle, verb }] = moves as [Move];
  const sources = new Set(moves.flatMap((move) => sourcesOf(lifecycle.verbs[move.verb]!)));
  if (sources.size === 0) {
    return invalid('id', `${lifecycle.noun}.${verb} makes a new ${wordsOf(lifecycle.noun)}; leave id out.`);
  }
  const movable = moves.find((move) => sourcesOf(lifecycle.verbs[move.verb]!).length > 0)!;
  if (moves.length === 1) return refusalOf(lifecycle, record, movable.verb);
  const noun = wordsOf(lifecycle.noun);
  const subject = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return wrongState(`${subject} ${record.id} is ${lifecycle.stateOf(record)}; this needs ${orOf([...sources])}.`);
}

/** A fresh object, brought to where the move can be made, and the move. */
function bringAbout(ctx: Context, { lifecycle, trigger, verb }: Move, input: TriggerInput): void {
  const before = ctx.changes.length;
  let record = trigger.fresh(ctx, verb, input);
  ctx.runReactions();
  const { id } = record;
  if (sourcesOf(lifecycle.verbs[verb]!).length > 0) {
    record = ctx.get(lifecycle.of, id);
    const path = pathTo(lifecycle, lifecycle.stateOf(record), verb);
    if (path === null) throw notHere(lifecycle, record, `${verb} needs ${orOf(sourcesOf(lifecycle.verbs[verb]!))}`);
    makeMoves(ctx, { lifecycle, trigger, verb }, id, path, input);
    record = ctx.get(lifecycle.of, id);
  }
  const made = ctx.changes.slice(before).some((change) => change.id === id && change.verb === verb);
  if (!made) throw notHere(lifecycle, record, `${verb} leads to ${lifecycle.verbs[verb]!.to}`);
}

const notHere = (lifecycle: Lifecycle, record: StatefulRecord, needs: string): NotHere =>
  new NotHere(`a fresh ${wordsOf(lifecycle.noun)} is ${lifecycle.stateOf(record)} there, and ${needs}`);

/** Every object of the API that the unit made or moved, and every event it emitted. */
function whatCameOf(ctx: Context): TriggerRan {
  const objects = new Map<string, TriggerRan['objects'][number]>();
  const { resources } = ctx.engine.registry;
  const moved = new Set(ctx.changes.map(({ id }) => id));
  for (const def of resources.flatMap((resource) => resource.collections)) {
    for (const { record } of ctx.unit.written(def)) {
      const { object, status } = record as { object?: unknown; status?: unknown };
      if (typeof object !== 'string') continue;
      objects.set(record.id, { id: record.id, object, status: typeof status === 'string' ? status : null });
    }
  }
  const all = [...objects.values()];
  return {
    objects: [...all.filter(({ id }) => moved.has(id)), ...all.filter(({ id }) => !moved.has(id))],
    events: ctx.unit.written(events).map(({ record: { id, type } }) => ({ id, type })),
  };
}

/** What the API would not make here is made by no trigger either: nobody could read it. */
function checkCapability({ operations }: ResourceDef, { id, settings }: Workspace, mode: Mode): void {
  if (
    settings.debit_payouts_enabled[mode] ||
    !operations.some(({ method, capability }) => method === 'POST' && capability)
  )
    return;
  throw new ServiceError(
    'invalid_request_error',
    `The debit-and-payouts capability is not enabled for ${mode} keys of ${id}; its setting debit_payouts_enabled.${mode} turns it on.`,
    { code: 'capability_required' },
  );
}

type Option = keyof TriggerInput;

const optionsOf = (moves: readonly Move[]): Set<Option> =>
  new Set(moves.flatMap(({ trigger, verb }) => trigger.options?.[verb] ?? []));

/** What is said of a fresh object is said of all the moves that lead to the one asked for. */
const optionsOfFresh = (moves: readonly Move[]): Set<Option> =>
  new Set(['amount', ...moves.flatMap(({ trigger }) => Object.values(trigger.options ?? {}).flat())]);

/** An option that nothing takes would be ignored in silence. */
function checkOptions(what: string, known: ReadonlySet<string>, options: TriggerInput): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.has(name)) continue;
    throw invalid(name, `${what} takes ${known.size === 0 ? 'no options' : orOf([...known])}, not ${name}.`);
  }
}

const wordsOf = (noun: string): string => noun.replaceAll('_', ' ');
