import type { Line } from '../../model/cells.ts';
import type { Chooser } from '../../model/forms/chooser.ts';
import type { Form } from '../../model/forms/form.ts';
import type { Area } from '../area.ts';
import type { Help } from '../keys/dialogs.ts';
import type { UiState } from '../ui-state.ts';
import { chooserPanel } from './chooser-panel.ts';
import { formHeight, formPanel } from './form-panel.ts';
import { helpPanel } from './help-panel.ts';

/** The number of available rows that a dialog needs. */
export function dialogHeight(dialog: Chooser | Form | Help, width: number, room: number): number {
  if (dialog.type === 'help') return room;
  if (dialog.type === 'chooser') return Math.min(room, 14);
  return Math.min(room, formHeight(dialog, width));
}

export function dialogPanel(ui: UiState, dialog: Chooser | Form | Help, area: Area): Line[] {
  if (dialog.type === 'chooser') return chooserPanel(dialog, area);
  if (dialog.type === 'form') return formPanel(dialog, area.width, area.height, ui.takesEnter);
  return helpPanel(ui.desk, dialog, area.width, area.height);
}
