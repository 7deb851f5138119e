import { followId } from '../../model/details/follow-links.ts';
import type { DetailsPane } from '../details-pane.ts';
import type { UiState } from '../ui-state.ts';

/** Opens the object that the selected id in the details refers to. */
export function followLink({ desk }: UiState, { details, link }: DetailsPane): void {
  if (link === null) desk.say('Select an id with ↑ and ↓ to open its object.', 'wait');
  else followId(desk, details, link.id);
}
