import { type Choice, choice } from '../model/forms/chooser.ts';
import { commandChoices } from '../model/palette/commands.ts';
import type { PageState } from './keyboard-focus.ts';

/** The commands for the sandbox, regardless of the selection, and for the page. */
export const commands = (look: PageState): Choice[] => [
  ...commandChoices(look.desk),
  choice('help', 'the keys', () => {
    look.isHelpOpen = true;
  }),
];
