import { closest } from '../engine/closest.ts';
import { ServiceError } from '../engine/errors.ts';
import { type Lifecycle, sourcesOf } from '../engine/lifecycle.ts';
import type { Registry } from '../engine/registry.ts';
import type { ResourceDef, TriggerDef } from '../engine/resource.ts';
import type { TriggerView } from './wire.ts';

/** A move that a trigger can make. */
export interface Move {
  readonly resource: ResourceDef;
  readonly lifecycle: Lifecycle;
  readonly trigger: TriggerDef;
  readonly verb: string;
}

/** Every move of a resource that a developer may ask for: not those that only follow another object's. */
function movesOf(resource: ResourceDef): Move[] {
  const { lifecycle, trigger } = resource;
  if (lifecycle === undefined || trigger === undefined) return [];
  return Object.entries(lifecycle.verbs)
    .filter(([, { by }]) => by !== 'reaction')
    .map(([verb]) => ({ resource, lifecycle, trigger, verb }));
}

/** All names and the moves that each stands for, in the order of the declarations. */
function catalogue(registry: Registry): Map<string, Move[]> {
  const names = new Map<string, Move[]>();
  const all = registry.resources.flatMap(movesOf);
  for (const type of registry.events.keys()) {
    const emitting = all.filter(({ lifecycle, verb }) => lifecycle.verbs[verb]!.emits?.includes(type));
    if (emitting.length > 0) names.set(type, emitting);
  }
  for (const move of all) {
    const name = `${move.lifecycle.noun}.${move.verb}`;
    if (!names.has(name)) names.set(name, [move]);
  }
  return names;
}

/**
 * The moves that an event type or a `resource.verb` stands for.
 * @throws 404 with the names that are close
 */
export function findMoves(registry: Registry, name: string): readonly Move[] {
  const names = catalogue(registry);
  const moves = names.get(name);
  if (moves !== undefined) return moves;
  const near = closest(name, names.keys(), 3);
  const hint = near.length === 0 ? "'emulator trigger --list' shows all of them." : `Did you mean ${orOf(near)}?`;
  throw new ServiceError('not_found_error', `There is no event or transition '${name}'. ${hint}`, {
    code: 'resource_missing',
    param: 'name',
  });
}

/** Everything that can be triggered. */
export function listTriggers(registry: Registry): TriggerView[] {
  return [...catalogue(registry)].map(([name, moves]) => {
    const isEvent = registry.events.has(name);
    const [{ resource, lifecycle, verb }] = moves as [Move];
    const options = new Set(moves.flatMap((move) => move.trigger.options?.[move.verb] ?? []));
    return {
      name,
      kind: isEvent ? ('event' as const) : ('transition' as const),
      about: isEvent ? registry.event(name).about : lifecycle.verbs[verb]!.about,
      resource: resource.name,
      moves: moves.map((move) => {
        const { to } = move.lifecycle.verbs[move.verb]!;
        return {
          move: `${move.lifecycle.noun}.${move.verb}`,
          from: [...sourcesOf(move.lifecycle.verbs[move.verb]!)],
          to,
        };
      }),
      options: [...options],
    };
  });
}

/** `a, b or c`. */
export const orOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
