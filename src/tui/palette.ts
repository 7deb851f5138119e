import type { DeliveryView, ObjectView, TriggerView } from '../control/wire.ts';
import { dim, spanOf } from '../desk/cells.ts';
import { shortId, words } from '../desk/format.ts';
import { deliveryPages, objectPages } from '../desk/lists/lists.ts';
import { type FetchPage, foundBy } from '../desk/lists/paged-list.ts';
import { eventTold, movesOf } from '../desk/moves/moves.ts';
import { idOf, nounOf, objectOf, subjectOf, type Target, targetNamed } from '../desk/targets.ts';
import { amount, counted } from '../text.ts';
import { fieldOf, legalOf, openForm, startMove, trigger } from './actions.ts';
import { choicesForMarked } from './bulk-moves.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import { type Command, type KeyHelp, keyTable } from './keys.ts';
import { reasonOf } from './outcomes.ts';
import { choicesFor } from './row-actions.ts';
import type { UiState } from './ui-state.ts';

/** The palette: one list of everything that can be gone to and done, narrowed by what is typed. */

/** How many objects of a kind are asked for, and how many deliveries. */
const mostFound = 20;
/** What may be an id as a whole. */
const idPattern = /^[a-z]{2,6}_\w{8,}$/i;

/** Lists everything: what may be done with the row or with what is marked, views, commands, triggers, and what is typed of ids and objects. */
export const openPalette = (ui: UiState): void =>
  open(ui, 'Everything', 'a view, a command, an event, an id, an amount');

/** The same list with the triggers first: events, and moves of a fresh object. */
export const openTriggers = (ui: UiState): void => open(ui, 'Trigger', 'an event, a move, an id or an amount');

function open(ui: UiState, title: 'Everything' | 'Trigger', placeholder: string): void {
  const { session, target } = ui;
  const triggers = session.triggers.map((each) => choice(each.name, each.about, () => startTrigger(ui, each)));
  const rest = [...viewChoices(ui), ...commandChoices(ui)];
  const found = new Found(ui);
  const isMarked = ui.marks.count > 0;
  let own = target === null || isMarked ? [] : ownChoices(ui, target, objectOf(session, target));
  const chooser = new Chooser(title, placeholder, (typed) => {
    const isForTriggers = title === 'Trigger';
    // "ret 15" finds the payout of 15.00 that may be returned, and an id what has it.
    const isSought = typed.trim() !== '';
    const acts = [...(isSought ? found.moves() : []), ...triggers];
    const others = [...(isSought ? found.things() : []), ...rest];
    const all = isForTriggers
      ? [...acts.map(preferred), ...own.map(ofTheRow), ...others]
      : [...own.map(preferred), ...others, ...acts];
    return narrow(all, typed);
  });
  const changed = (): void => {
    chooser.reload();
    session.redraw('key');
  };
  const names = session.triggers.map(({ name, about }) => `${name} ${about}`.toLowerCase()).join(' ');
  let timer: NodeJS.Timeout | null = null;
  chooser.onTyped = (typed) => {
    if (timer !== null) clearTimeout(timer);
    // What names no trigger is looked for in the objects.
    const search = typed
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => !names.includes(word))
      .join(' ');
    chooser.isLooking = search !== '';
    const isWanted = (): boolean => ui.dialog === chooser && chooser.field.text === typed;
    const look = async (): Promise<void> => {
      await found.look(search, typed.trim(), { isWanted, changed });
      if (isWanted()) chooser.isLooking = false;
      changed();
    };
    timer = search === '' ? null : setTimeout(() => void look(), session.pace.typingPause).unref();
  };
  ui.dialog = chooser;
  session.redraw('key');
  void found.look('', '', { isWanted: () => true, changed });
  const loading = isMarked ? markedChoices(ui) : target === null ? null : loadChoices(ui, target);
  void loading?.then((choices) => {
    own = choices;
    changed();
  });
}

const preferred = (each: Choice): Choice => ({ ...each, preference: 1 });

/** What may be done with the row that is selected goes before a fresh object of the same name. */
const ofTheRow = (each: Choice): Choice => ({ ...each, preference: 2 });

/** The object of a row as it is now; null where there is none. */
async function loadSubject({ session: { client } }: UiState, target: Target): Promise<ObjectView | null> {
  const id = subjectOf(target);
  return id === null ? null : client.objects.get(id).catch(() => null);
}

/** What may be done with what is marked, each with of how much that is. */
async function markedChoices(ui: UiState): Promise<Choice[]> {
  const of = counted(ui.marks.count, 'marked row');
  const choices = await choicesForMarked(ui);
  return choices.map((each) => ({ ...each, about: dim(`${of}  ${spanOf(each.about).text}`) }));
}

const loadChoices = async (ui: UiState, target: Target): Promise<Choice[]> =>
  ownChoices(ui, target, await loadSubject(ui, target));

/** What may be done with the row, each with what it is about. */
function ownChoices(ui: UiState, target: Target, object: ObjectView | null): Choice[] {
  const of = shortId(object?.id ?? idOf(target) ?? '');
  return choicesFor(ui, target, object).map((each) => ({ ...each, about: dim(`${of}  ${spanOf(each.about).text}`) }));
}

/** The views, and the parts of those that have several. */
function viewChoices(ui: UiState): Choice[] {
  return ui.views.flatMap((view) => {
    const { key, title, kinds = [] } = view;
    const parts = kinds.length < 2 ? [] : kinds;
    return [
      { ...choice(title, `${key}  go to this view`, () => ui.go(view)), text: `${title} view` },
      ...parts.map((kind, at) => ({
        ...choice(kind.title, `${key}  go to this part of ${title}`, () => {
          ui.go(view);
          ui.goToPart(at - ui.position.part);
        }),
        text: `${kind.title} view`,
      })),
    ];
  });
}

/** What is gone after them: rows, or the dashboard itself. */
const destroying: ReadonlySet<Command> = new Set(['remove', 'quit', 'interrupt']);

/** Everything that a key does, by its name. */
function commandChoices(ui: UiState): Choice[] {
  return (Object.entries(keyTable) as [Command, KeyHelp][]).flatMap(
    ([command, { keys, shown, about, isOfDetails }]) => {
      const [key] = keys;
      // Each view stands there by itself, and this list is open.
      if (command === 'view' || command === 'palette' || key === undefined) return [];
      if (isOfDetails === true && ui.details === null) return [];
      const name = command.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const press = () => {
        ui.dialog = null;
        ui.press(key);
      };
      return [
        {
          ...choice(name, `${shown}  ${about}`, press),
          text: `${name} ${about}`,
          destroys: destroying.has(command),
        },
      ];
    },
  );
}

/** Triggers an event or a move on a fresh object, after a question where it has options. */
function startTrigger(ui: UiState, { name, about, resource, options, moves }: TriggerView): void {
  if (options.length === 0) {
    void trigger(ui, name, {}, 'USD').catch((error) => ui.say(reasonOf(error), 'bad'));
    return;
  }
  openForm(ui, {
    title: `trigger ${name}`,
    about: `${about}, on a fresh ${nounOf(ui.session, resource)}`,
    verb: 'trigger',
    fields: options.map((option) => ({
      ...fieldOf(ui, option, moves[0]?.move ?? name),
      ...(option === 'amount' ? { fallback: '42.00, or what you type' } : {}),
    })),
    submit: (values) => trigger(ui, name, values, 'USD'),
  });
}

/** Whoever waits for what is found. */
interface Interest {
  /** Whether anybody still does: something else may have been typed by then. */
  readonly isWanted: () => boolean;
  /** Told when something was found. */
  readonly changed: () => void;
}

/** What the emulator has of what was typed, whether it is on the screen or not. */
class Found {
  readonly #ui: UiState;
  readonly #objects = new Map<string, ObjectView>();
  readonly #deliveries = new Map<string, DeliveryView>();
  readonly #named = new Map<string, Target>();

  constructor(ui: UiState) {
    this.#ui = ui;
  }

  /** The moves of the objects that were found. */
  moves(): Choice[] {
    return [...this.#objects.values()].flatMap((object) => moveChoices(this.#ui, object));
  }

  /** What can be opened. */
  things(): Choice[] {
    const ui = this.#ui;
    return [
      ...[...this.#objects.values()].map((object) => objectChoice(ui, object)),
      ...[...this.#deliveries.values()].map((delivery) => deliveryChoice(ui, delivery)),
      ...[...this.#named].map(([id, target]) => choice(id, target.type, () => ui.open(target))),
    ];
  }

  /** @param typed all of it, which may be an id */
  async look(search: string, typed: string, { isWanted, changed }: Interest): Promise<void> {
    const { session } = this.#ui;
    const client = () => session.client;
    const kinds = new Set([
      ...movesOf(session.triggers).map(({ kind }) => kind),
      ...session.kinds.map(({ name }) => name),
    ]);
    /** Keeps what is found in as many calls as it takes to find something, or to know that there is nothing. */
    const keep = async <T extends { id: string }>(ask: FetchPage<T>, found: Map<string, T>): Promise<void> => {
      let count = 0;
      for await (const items of foundBy((after) => ask(after, search))) {
        for (const item of items) found.set(item.id, item);
        count += items.length;
        if (items.length > 0) changed();
        if (count >= mostFound || search === '' || !isWanted()) return;
      }
    };
    try {
      await Promise.all([
        ...[...kinds].map((kind) => keep(objectPages(client, kind, mostFound), this.#objects)),
        search === '' ? null : keep(deliveryPages(client, mostFound), this.#deliveries),
        this.#lookUp(typed),
      ]);
    } catch (error) {
      this.#ui.say(reasonOf(error), 'bad');
    }
  }

  /** Events, requests and jobs are found by their whole id alone. */
  async #lookUp(typed: string): Promise<void> {
    const id = typed.trim();
    if (!idPattern.test(id) || this.#named.has(id)) return;
    const target = await targetNamed(this.#ui.session, id).catch(() => null);
    if (target !== null && target.type !== 'object' && target.type !== 'delivery') this.#named.set(id, target);
  }
}

/** What typed words are looked for in of an object. */
const textOf = ({ id, state, who, what, amount: cents, data }: ObjectView): string =>
  `${id} ${shortId(id)} ${amount(cents, data.currency)} ${state ?? ''} ${who.text} ${what.text}`;

function objectChoice(ui: UiState, object: ObjectView): Choice {
  const { id, state, who, data } = object;
  const noun = nounOf(ui.session, object.object);
  const facts = [noun, amount(object.amount, data.currency), words(state ?? ''), who.text];
  return {
    name: id,
    about: dim(facts.filter((fact) => fact !== '').join('  ')),
    text: `${noun} ${textOf(object)}`,
    choose: () => ui.open({ type: 'object', object }),
  };
}

function deliveryChoice(ui: UiState, delivery: DeliveryView): Choice {
  const { id, event_id, event_type, status, about } = delivery;
  return {
    name: event_id,
    about: dim(`webhook  ${event_type}  ${status}  ${about?.who ?? ''}`),
    text: `webhook ${event_id} ${event_type} ${status} ${id} ${about?.id ?? ''} ${about?.who ?? ''}`,
    choose: () => ui.open({ type: 'delivery', delivery }),
  };
}

function moveChoices(ui: UiState, object: ObjectView): Choice[] {
  const on = `on ${shortId(object.id)} ${amount(object.amount, object.data.currency)}`;
  return legalOf(ui, object).map((move) => {
    const event = eventTold(ui.session.triggers, move);
    return {
      name: event ?? move.name,
      about: dim(`${on}  ${words(move.verb)}`),
      text: `${event ?? ''} ${move.name} ${on} ${textOf(object)}`,
      choose: () => startMove(ui, object, move),
    };
  });
}
