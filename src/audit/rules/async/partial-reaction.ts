import { linkedNames } from '../../observed/links.ts';
import type { EventView } from '../../observed/observed-run.ts';
import { changeText } from '../../trial/difference-text.ts';
import { findingOf } from '../../trial/judge-run.ts';
import { shown } from '../../trial/state.ts';
import { grants, grantsAccess, itemsNaming, type StateItem } from '../../trial/state-items.ts';
import { hitText, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { incomplete, pass, type Verdict } from '../../verdict.ts';

/** An application that changes something when money comes back may still grant what the money was for. */

const textOf = ({ path, value }: StateItem): string => `${path} ${JSON.stringify(value)}`;

/**
 * The entries about returned money that grant something and stayed exactly as they were. A list that got a further
 * entry about the money records what happened, so its earlier entries rightly stay. So does an entry that only says
 * that money arrived, if another entry has changed, and the record of a payout, whose status remains `paid`.
 */
function grantsKept({ run }: TrialRun, event: EventView): StateItem[] {
  const names = linkedNames(run.record, event);
  const [was, is] = [run.stateBefore, run.state].map((state) => itemsNaming(state?.value, names));
  const [before, after] = [was, is].map((items) => new Set(items!.map(textOf)));
  const many = (items: readonly StateItem[], path: string) => items.filter((item) => item.path === path).length;
  const isRecording = ({ path }: StateItem): boolean => many(is!, path) > many(was!, path);
  const hasChanged = was!.some((item) => grants(item.value) && !after!.has(textOf(item)));
  const isPayout = ({ value }: StateItem): boolean =>
    event.type.startsWith('payout.') && JSON.stringify(value).includes(`"${event.subject}"`);
  const isGrant = hasChanged ? grantsAccess : grants;
  return is!.filter(
    (item) => isGrant(item.value) && before!.has(textOf(item)) && !isRecording(item) && !isPayout(item),
  );
}

/** @param learnt the events about returned money that the application learnt */
export function judgePartial({ stateBaseline }: Trial, trialRun: TrialRun, learnt: readonly EventView[]): Verdict {
  const { stateBefore, state, record } = trialRun.run;
  if (stateBaseline === null || stateBefore === null || state === null) return pass;
  const [first] = learnt.flatMap((event) => grantsKept(trialRun, event).map((kept) => ({ event, kept })));
  if (first === undefined) return pass;
  const { event, kept } = first;
  const changed = changeText(stateBaseline.changes(stateBefore.value, state.value, record));
  const message = `After ${event.type}${hitText(trialRun.armament)}, ${changed}, but ${kept.path.replaceAll(/\[\]|\{\}/g, '[…]')} is still ${shown(kept.value)}.`;
  const deliveries = record.deliveriesOf(event.id);
  return incomplete(
    `Under ${trialRun.adversity.name} something changed, but an entry about the money grants as much as before`,
    'check this entry: what the money was for must be taken back or flagged, unless the entry is only a record',
    [findingOf(trialRun, event.type, message, { deliveries, events: [event], effects: false, state: [] })],
  );
}
