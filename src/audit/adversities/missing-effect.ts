import { holds } from '../../payments/platform/event-names.ts';
import { linkedNames } from '../observed/links.ts';
import { type DeliveryView, type EventView, isBroughtAbout } from '../observed/observed-run.ts';
import { textIn } from '../trial/difference-text.ts';
import { type StateDifference, shown } from '../trial/state.ts';
import type { Trial, TrialRun } from '../trial/trial-result.ts';
import { markedAttempts } from './adversity-marks.ts';

/*
 * What an event brings about in an application is what is missing when the event never arrives. Other differences, such
 * as the number of attempts that an application counts, say nothing about the effect of an event.
 */

/** The adversity whose runs show what events bring about. */
export const withholding = 'webhook-lost';
/** The adversity under which events arrive at the time of their first retry, without a first attempt. */
export const delaying = 'webhook-failed-once';

/** The differences of a state that name the object of an event; all of them if none does. */
export function differencesAbout({ run: { record }, state }: TrialRun, event: EventView): readonly StateDifference[] {
  const names = [...linkedNames(record, event)];
  const about = (state ?? []).filter((each) => names.some((name) => holds(textIn(each), name)));
  return about.length > 0 ? about : (state ?? []);
}

/** Differences of a run about the object of an event, in terms that are the same for all objects. */
function linesOf(run: TrialRun, event: EventView, state: readonly StateDifference[]): string[] {
  const names = [...linkedNames(run.run.record, event)].sort((one, other) => other.length - one.length);
  const lines = state.map(({ at, wanted, found }) => {
    const place = names.reduce((text, name) => text.replaceAll(name, 'it'), at).replaceAll(/\[[^\]]*\]/g, '[]');
    return `${place.slice(place.lastIndexOf('.') + 1)}: ${wanted === undefined ? 'added' : shown(found)}`;
  });
  return [...lines, ...run.effects.less.map(({ operation }) => operation)];
}

/** What is missing when an event never arrives, without what an application only notes about the event itself. */
function effectOf(run: TrialRun, event: EventView): string[] {
  const all = differencesAbout(run, event);
  const events = run.controls.flatMap(({ record }) => record.events.map(({ id }) => id));
  const isNote = ({ wanted, found, entry }: StateDifference): boolean =>
    found === undefined && (typeof wanted === 'string' || events.some((id) => holds(JSON.stringify(entry) ?? '', id)));
  const effect = linesOf(
    run,
    event,
    all.filter((each) => !isNote(each)),
  );
  return effect.length > 0 ? effect : linesOf(run, event, all);
}

/** Whether a run ends without all that events of a type bring about, as far as the trial shows what that is. */
export function isEffectMissing({ runs }: Trial, run: TrialRun, event: EventView): boolean {
  const own = new Set(linesOf(run, event, differencesAbout(run, event)));
  return runs.some((other) => {
    const { record } = other.run;
    if (other === run || other.adversity.name !== withholding) return false;
    const lost = record.deliveries.filter(
      (delivery) => delivery.event_type === event.type && markedAttempts(delivery, withholding).length > 0,
    );
    return lost.some(({ event_id }) => {
      const known = record.event(event_id);
      const effect = known === undefined ? [] : effectOf(other, known);
      return effect.length > 0 && effect.every((line) => own.has(line));
    });
  });
}

/** Whether events of a type have no effect either if they come at the time of a retry: the application has gone on. */
export const isMissingIfLate = (trial: Trial, type: string): boolean =>
  trial.runs.some(
    (run) =>
      run.adversity.name === delaying &&
      run.run.record.deliveries.some((delivery) => {
        const isLate = delivery.event_type === type && markedAttempts(delivery, delaying).length > 0;
        const event = isLate ? run.run.record.event(delivery.event_id) : undefined;
        return event !== undefined && isEffectMissing(trial, run, event);
      }),
  );

/**
 * Whether an adversity itself did something else to the object of a delivery: it changed what happened to the object,
 * or kept another of its events from the application.
 */
export function isChangedOtherwise({ run: { record }, adversity }: TrialRun, { id, event_id }: DeliveryView): boolean {
  const event = record.event(event_id);
  const names = event === undefined ? new Set<string>() : linkedNames(record, event);
  return record.events.some(
    (other) =>
      names.has(other.subject) &&
      (isBroughtAbout(other, adversity.name) ||
        record.deliveriesOf(other.id).some((each) => each.id !== id && each.status !== 'delivered')),
  );
}
