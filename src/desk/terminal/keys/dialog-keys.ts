import type { Desk } from '../../model/desk.ts';
import type { Chooser, SideAct } from '../../model/forms/chooser.ts';
import type { Form } from '../../model/forms/form.ts';
import type { FormField } from '../../model/forms/form-fields.ts';
import type { KeyName } from './keys.ts';
import { inputOf } from './text-inputs.ts';

/** Handles keys in the dialogs of the desk. */

/** The result of a key in a dialog: the dialog stays open, closes, or does not handle the key. */
export type KeyResult = 'stay' | 'close' | 'unknown';

/** The keys of side actions, and their names in the footer. */
export const sideKeys = {
  compare: { key: 'ctrl+d', shown: '^D' },
  rename: { key: 'ctrl+r', shown: '^R' },
  turn: { key: 'ctrl+t', shown: '^T' },
  delete: { key: 'ctrl+x', shown: '^X' },
} as const satisfies Record<SideAct['act'], { key: KeyName; shown: string }>;

/** The number of choices on a page. */
const page = 10;

const steps: Readonly<Record<KeyName, number>> = {
  up: -1,
  'ctrl+p': -1,
  'shift+tab': -1,
  down: 1,
  'ctrl+n': 1,
  tab: 1,
  pageup: -page,
  pagedown: page,
};

export function pressInChooser(desk: Desk, chooser: Chooser, key: KeyName): KeyResult {
  const { selected } = chooser;
  const besides = selected?.sideActs?.find(({ act }) => sideKeys[act].key === key);
  if (besides !== undefined) {
    desk.doBeside(chooser, besides);
    return 'stay';
  }
  if (key === 'esc') return 'close';
  if (key === 'enter') {
    desk.confirm(chooser);
    return 'stay';
  }
  const step = steps[key];
  if (step !== undefined) {
    chooser.select(chooser.at + step);
    return 'stay';
  }
  const input = inputOf(chooser);
  if (!input.press(key)) return 'unknown';
  chooser.write(input.text);
  return 'stay';
}

export function pressInForm(form: Form, key: KeyName): KeyResult {
  if (key === 'esc') return 'close';
  if (form.isBusy) return 'stay';
  if (key === 'enter') {
    form.submit();
    return 'stay';
  }
  if ((key === 'tab' || key === 'down') && form.step(1)) return 'stay';
  if ((key === 'shift+tab' || key === 'up') && form.step(-1)) return 'stay';
  const { field } = form;
  if (field === undefined || !pressInField(field, key)) return 'unknown';
  form.edited();
  return 'stay';
}

/** Handles a key in a field of a form. @returns whether the field handles the key */
function pressInField(field: FormField, key: KeyName): boolean {
  if (field.choices !== null) return pressInChoice(field, field.choices, key);
  const { taken } = field;
  const { length } = field.fits;
  const input = inputOf(field);
  if (key === 'right' && length > 0 && input.isAtEnd) {
    field.take(taken === null ? 0 : (taken + 1) % length);
    return true;
  }
  if (key === 'left' && taken !== null) {
    field.take(taken === 0 ? null : taken - 1);
    return true;
  }
  if (!input.press(key)) return false;
  field.write(input.text);
  return true;
}

function pressInChoice(field: FormField, choices: readonly string[], key: KeyName): boolean {
  const at = Math.max(0, choices.indexOf(field.text));
  const step = { left: -1, right: 1, ' ': 1 }[key];
  const { length } = choices;
  // A letter selects the next choice that starts with it.
  const next =
    step === undefined
      ? [...choices.slice(at + 1), ...choices.slice(0, at + 1)].find(
          (each) => (each || field.spec.fallback)[0] === key.toLowerCase(),
        )
      : choices[(at + step + length) % length];
  if (next === undefined) return false;
  field.write(next);
  return true;
}
