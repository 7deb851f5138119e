import type { ObjectView } from '../control/wire.ts';
import { shortId, words } from '../desk/format.ts';
import { isResendable, subjectOf, type Target } from '../desk/targets.ts';
import {
  askToAdvance,
  legalOf,
  load,
  nameOf,
  pageChoices,
  refusal,
  remove,
  replay,
  resend,
  startMove,
} from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import { changeChoices } from './rule-forms.ts';
import type { UiState } from './ui-state.ts';

/** Lists all that may be done with the row. */
export function chooseAction(ui: UiState): void {
  const { target } = ui;
  if (target === null) return;
  const id = subjectOf(target);
  void ui.typeAhead.holdWhile(id === null ? 'the row' : shortId(id), async (signal) => {
    const object = id === null ? null : await load(ui, id);
    if (!signal.aborted) openActions(ui, target, object);
  });
}

function openActions(ui: UiState, target: Target, object: ObjectView | null): void {
  const choices = choicesFor(ui, target, object);
  if (choices.length === 0) {
    if (object !== null) ui.say(refusal(ui, object), 'wait');
    return;
  }
  const title = object === null ? 'What to do' : `What to do with ${nameOf(ui, object)}`;
  ui.dialog = new Chooser(title, 'type to narrow', (typed) => narrow(choices, typed));
  ui.session.redraw('key');
}

/** All that may be done with a row. @param object what it is about, where that is known */
export function choicesFor(ui: UiState, target: Target, object: ObjectView | null): Choice[] {
  const legal = object === null ? [] : legalOf(ui, object);
  return [
    ...legal.map((move) =>
      choice(words(move.verb), `${move.about}; ${object!.state} → ${move.to}`, () => startMove(ui, object!, move)),
    ),
    ...changeChoices(ui, target),
    ...furtherChoices(ui, target),
    ...pageChoices(ui, object),
  ];
}

function furtherChoices(ui: UiState, target: Target): Choice[] {
  const { type } = target;
  const again = isResendable(target) ? [choice('resend', 'send the webhook again', () => void resend(ui))] : [];
  if (type === 'request') return [choice('replay', 'send the request again', () => void replay(ui))];
  if (type === 'job')
    return [choice('run', 'move the clock to when it is due', () => void askToAdvance(ui, target.job.id)), ...again];
  if (type === 'fault' || type === 'rule')
    return [{ ...choice('remove', 'it happens no more', () => void remove(ui)), destroys: true }];
  return again;
}
