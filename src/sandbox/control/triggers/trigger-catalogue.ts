import { closest, orOf } from '../../../core/base/closest.ts';
import type { Options } from '../../../core/kernel/declare/declarations.ts';
import type { AnyEmitted } from '../../../core/kernel/declare/emitting.ts';
import { inputFields } from '../../../core/kernel/declare/input-fields.ts';
import { shownSources, shownState, sourcesOf } from '../../../core/kernel/declare/lifecycle.ts';
import { type AnyOperation, pathParams } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import type { NamedMove } from '../../../core/kernel/declare/trigger-name.ts';
import { type OptionName, optionNames, triggerOptions } from '../../../core/kernel/declare/trigger-options.ts';
import { errorOf, resourceMissing } from '../../../core/kernel/errors.ts';
import { codeTables, rulesOf, tableOf } from '../../../payments/simulation/codes.ts';
import type { CodesRow, InputField, TriggerView } from '../wire.ts';

/** A move that a trigger can make, and its slice. */
export interface TriggerMove extends NamedMove {
  readonly slice: Slice;
}

/** An operation that sends an event without a move, and that a trigger of the event runs. */
export interface TriggerCall {
  readonly slice: Slice;
  readonly operation: AnyOperation;
  readonly event: AnyEmitted;
}

/** What a trigger can do: one of these moves; if there are none, one of these calls. */
export interface Trigger {
  readonly moves: readonly TriggerMove[];
  readonly calls: readonly TriggerCall[];
}

/** Whether the call can be made for an object that the developer names. */
export const takesId = ({ operation }: TriggerCall): boolean => pathParams(operation.path).includes('id');

function callsOf(slice: Slice): TriggerCall[] {
  return slice.operations.flatMap((operation) => (operation.emits ?? []).map((event) => ({ slice, operation, event })));
}

/**
 * Every move of a slice that a developer can request, without the moves that only follow a move of another object.
 */
function movesOf(slice: Slice): TriggerMove[] {
  const { lifecycle, trigger } = slice;
  if (lifecycle === undefined || trigger === undefined) return [];
  return Object.entries(lifecycle.moves)
    .filter(([, { by }]) => by !== 'reaction')
    .map(([move]) => ({ slice, lifecycle, trigger, move }));
}

/** All trigger names with what they do, in the order of declaration. */
function catalogue(registry: Registry): Map<string, Trigger> {
  const names = new Map<string, Trigger>();
  const all = registry.slices.flatMap(movesOf);
  const allCalls = registry.slices.flatMap(callsOf);
  for (const type of registry.events.keys()) {
    const moves = all.filter(({ lifecycle, move }) => lifecycle.moves[move]!.emits?.includes(type));
    const calls = moves.length > 0 ? [] : allCalls.filter(({ event }) => event.type === type);
    if (moves.length + calls.length > 0) names.set(type, { moves, calls });
  }
  for (const each of all) {
    const name = `${each.lifecycle.noun}.${each.move}`;
    if (!names.has(name)) names.set(name, { moves: [each], calls: [] });
  }
  return names;
}

/**
 * The trigger for an event type or a `resource.verb`.
 * @throws 404 with similar names
 */
export function findTrigger(registry: Registry, name: string): Trigger {
  const names = catalogue(registry);
  const trigger = names.get(name);
  if (trigger !== undefined) return trigger;
  const near = closest(name, names.keys(), 3);
  const hint =
    near.length === 0
      ? "Run 'npx payments-emulator trigger --list' to see all of them."
      : `Did you mean ${orOf(near)}?`;
  throw errorOf(resourceMissing, `There is no event or transition '${name}'. ${hint}`, { param: 'name' });
}

const isOpening = ({ lifecycle, move }: NamedMove): boolean => lifecycle.moves[move]!.from === null;

/** The options of a move, each with its schema. A move that creates the object has the options of the object. */
const takesOf = (asked: NamedMove): Options =>
  isOpening(asked) ? asked.trigger.create.takes : asked.trigger.moves[asked.move]!.takes;

/** The names of the options of a move. A move that creates the object has the options of the object. */
export const optionsOf = (asked: NamedMove): OptionName[] => Object.keys(takesOf(asked)) as OptionName[];

/** The form fields for the options of some moves. */
function fieldsOf(moves: readonly NamedMove[], names: readonly OptionName[]): InputField[] {
  const all = moves.flatMap((asked) => inputFields({ properties: { ...takesOf(asked) } }));
  return names.map((name) => {
    const { type, about, usual } = triggerOptions[name];
    const choices = type === 'choice' ? all.flatMap((field) => (field.name === name ? field.choices : [])) : [];
    return { name, type, choices: [...new Set(choices)], fallback: usual, required: false, about };
  });
}

/** The options of a move on a new object: the options of the move and of the object. */
export const freshTakesOf = (asked: NamedMove): Options => ({ ...asked.trigger.create.takes, ...takesOf(asked) });

/** The ways to request a trigger: a move on an existing object, or on a new one. */
interface TriggerForms {
  readonly about: string;
  readonly onObject: readonly Options[];
  /** The options, with the operation that creates the object; `set` changes the body of this operation. */
  readonly onFresh: readonly { readonly takes: Options; readonly operation: AnyOperation }[];
}

const noOptions: Options = {};

/** All triggers by name, with the exact options of each way. */
export function listForms(registry: Registry): Map<string, TriggerForms> {
  const forms = [...catalogue(registry)].map(([name, { moves, calls }]): [string, TriggerForms] => [
    name,
    {
      about: aboutOf(registry, name, moves),
      onObject: [
        ...moves.filter((asked) => !isOpening(asked)).map(takesOf),
        ...calls.filter(takesId).map(() => noOptions),
      ],
      onFresh: [
        ...moves.map((asked) => ({ takes: freshTakesOf(asked), operation: asked.trigger.create.operation })),
        ...calls.map(({ operation }) => ({ takes: noOptions, operation })),
      ],
    },
  ]);
  return new Map(forms);
}

/** The description of an event, or of the first move. */
const aboutOf = ({ events }: Registry, name: string, [first]: readonly TriggerMove[]): string =>
  events.get(name)?.about ?? first!.lifecycle.moves[first!.move]!.about;

/** The codes that moves and rules accept: one row for each list of codes, with its rails. */
export function listCodes(registry: Registry): CodesRow[] {
  const moves = registry.slices.flatMap(movesOf);
  return codeTables.flatMap((table) => {
    const taking = moves
      .filter((asked) => optionNames.some((name) => tableOf(takesOf(asked)[name]) === table))
      .map(({ lifecycle, move }) => `${lifecycle.noun}.${move}`);
    const rows: CodesRow[] = [];
    for (const [rail, codes] of Object.entries(table.byRail)) {
      const listed = Object.entries(codes).map(([code, about]) => ({ code, about }));
      const same = rows.find((row) => JSON.stringify(row.codes) === JSON.stringify(listed));
      if (same !== undefined) same.rails.push(rail);
      else rows.push({ moves: taking, rules: rulesOf(table), rails: [rail], codes: listed });
    }
    return rows;
  });
}

/** Everything that can be triggered. */
export function listTriggers(registry: Registry): TriggerView[] {
  return [...catalogue(registry)].map(([name, { moves, calls }]) => {
    const isEvent = registry.events.has(name);
    const { slice } = (moves[0] ?? calls[0])!;
    const options = [...new Set(moves.flatMap(optionsOf))];
    return {
      name,
      kind: isEvent ? ('event' as const) : ('transition' as const),
      about: aboutOf(registry, name, moves),
      resource: slice.name,
      moves: moves.map(({ lifecycle, move }) => {
        const declared = lifecycle.moves[move]!;
        const { to, role = null, harmless = false } = declared;
        const shown = { from: shownSources(lifecycle, move), to: shownState(lifecycle, to) };
        return { move: `${lifecycle.noun}.${move}`, from: [...sourcesOf(declared)], to, shown, role, harmless };
      }),
      options,
      fields: fieldsOf(moves, options),
    };
  });
}
