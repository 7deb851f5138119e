import type { ObjectView, TriggerView } from '../control/wire.ts';
import { amount } from '../text.ts';
import { fieldOf, legalOf, openForm, startMove, trigger } from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import { shortId, words } from './format.ts';
import { movesOf } from './moves.ts';
import { reasonOf } from './outcomes.ts';
import { nounOf } from './targets.ts';
import type { UiState } from './ui-state.ts';

/** The palette of triggers, narrowed by what is typed. */

/** After how many milliseconds without a key the emulator is asked for what was typed. */
const searchDelay = 120;
/** How many objects of a kind are asked for. */
const mostFound = 20;

/** Everything that can be triggered, and the legal moves of objects: the latest, and those that fit what is typed. */
export function openTriggers(ui: UiState): void {
  const { session } = ui;
  const found = new Map<string, ObjectView>();
  const triggers = session.triggers.map((each) => choice(each.name, each.about, () => startTrigger(ui, each)));
  const movable = [...new Set(movesOf(session.triggers).map(({ kind }) => kind))];
  const names = session.triggers.map(({ name, about }) => `${name} ${about}`.toLowerCase()).join(' ');
  const find = async (search: string): Promise<void> => {
    try {
      const pages = await Promise.all(
        movable.map((kind) => session.client.objects.list(kind, { limit: mostFound, search })),
      );
      for (const object of pages.flatMap(({ objects }) => objects)) found.set(object.id, object);
      chooser.reload();
      session.redraw('key');
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const chooser = new Chooser('Trigger', 'an event, a move, an id or an amount', (typed) => {
    if (typed.trim() === '') return triggers;
    // "ret 15" finds the payout of 15.00 that may be returned.
    return narrow([...[...found.values()].flatMap((object) => moveChoices(ui, object)), ...triggers], typed);
  });
  chooser.onTyped = (typed) => {
    if (timer !== null) clearTimeout(timer);
    // What names no trigger is looked for in the objects.
    const words = typed.toLowerCase().split(/\s+/);
    const search = words.filter((word) => !names.includes(word)).join(' ');
    timer = search === '' ? null : setTimeout(() => void find(search), searchDelay).unref();
  };
  ui.dialog = chooser;
  void find('');
}

/** Triggers an event or a move on a fresh object, after a question where it has options. */
function startTrigger(ui: UiState, { name, about, resource, options }: TriggerView): void {
  if (options.length === 0) {
    void trigger(ui, name, {}, 'USD').then((refused) => refused !== null && ui.say(refused, 'bad'));
    return;
  }
  openForm(ui, {
    title: `trigger ${name}`,
    about: `${about}, on a fresh ${nounOf(ui.session, resource)}`,
    verb: 'trigger',
    fields: options.map((option) =>
      option === 'amount' ? { ...fieldOf(option), fallback: '42.00, or what you type' } : fieldOf(option),
    ),
    submit: (values) => trigger(ui, name, values, 'USD'),
  });
}

function moveChoices(ui: UiState, object: ObjectView): Choice[] {
  const on = `on ${shortId(object.id)} ${amount(object.amount, object.data.currency)}`;
  return legalOf(ui, object).map((move) => {
    const event = ui.session.triggers.find(
      ({ kind, moves }) => kind === 'event' && moves.some((each) => each.move === move.name),
    );
    return {
      name: event?.name ?? move.name,
      about: `${on}  ${words(move.verb)}`,
      text: `${event?.name ?? ''} ${move.name} ${object.id} ${on} ${object.state} ${object.who.text} ${object.what.text}`,
      choose: () => startMove(ui, object, move),
    };
  });
}
