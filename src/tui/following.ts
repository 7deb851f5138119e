import { shortId } from '../desk/format.ts';
import { type Target, targetNamed } from '../desk/targets.ts';
import type { DetailsPane } from './details-pane.ts';
import { reasonOf } from './outcomes.ts';
import type { UiState } from './ui-state.ts';

/** Opens the object that a job is for; of one that is for none, the job. */
export function openSubject(ui: UiState, target: Extract<Target, { type: 'job' }>): void {
  const { subject } = target.job;
  void ui.typeAhead.holdWhile(shortId(subject), async (signal) => {
    const named = await targetNamed(ui.session, subject).catch(() => target);
    if (!signal.aborted) ui.open(named);
  });
}

/** Opens what the id that is selected in the details names. */
export function followLink(ui: UiState, details: DetailsPane): void {
  const { link } = details;
  if (link === null) {
    ui.say('Select an id with ↑ and ↓ to go where it leads.', 'wait');
    return;
  }
  void ui.typeAhead.holdWhile(shortId(link.id), async (signal) => {
    try {
      const target = await targetNamed(ui.session, link.id);
      if (!signal.aborted && ui.details === details) ui.follow(target);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
  });
}
