import type { ObjectView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { attachmentChoices, pageChoices } from '../details/pages.ts';
import { receiverOf, shortId, words } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { askToAdvance } from '../sandbox/clock.ts';
import { endpointActs } from '../sandbox/endpoints.ts';
import { changeChoices } from '../sandbox/rule-forms.ts';
import { isResendable, type RowSubject, subjectOf } from '../targets.ts';
import { legalOf, load, nameOf, refusal, startMove } from './object-moves.ts';
import { remove, replay, resend } from './resend-and-replay.ts';

/** Lists all actions on the row. */
export function chooseAction(desk: Desk): void {
  const { target } = desk;
  if (target === null) return;
  const id = subjectOf(target);
  void desk.during(id === null ? 'the row' : shortId(id), async (signal) => {
    const object = id === null ? null : await load(desk, id);
    if (!signal.aborted) openActions(desk, target, object);
  });
}

function openActions(desk: Desk, target: RowSubject, object: ObjectView | null): void {
  const choices = choicesFor(desk, target, object);
  if (choices.length === 0) {
    if (object !== null) desk.say(refusal(desk, object), 'wait');
    return;
  }
  const title = object === null ? 'Actions' : `Actions for ${nameOf(desk, object)}`;
  desk.dialog = new Chooser(title, 'type to narrow', (typed) => narrow(choices, typed));
  desk.session.redraw('key');
}

/** All actions on a row. @param object the row's object, if known */
export function choicesFor(desk: Desk, target: RowSubject, object: ObjectView | null): Choice[] {
  if (desk.session.run !== null) return [];
  const legal = object === null ? [] : legalOf(desk, object);
  return [
    ...legal.map((move) =>
      choice(words(move.verb), `${move.about}; ${object!.state} → ${move.to}`, () => startMove(desk, object!, move)),
    ),
    ...changeChoices(desk, target),
    ...furtherChoices(desk, target),
    ...pageChoices(desk, object),
  ];
}

function furtherChoices(desk: Desk, target: RowSubject): Choice[] {
  const { type } = target;
  const again = resendChoices(desk, target);
  if (type === 'request') return [choice('replay', 'send the request again', () => void replay(desk))];
  if (type === 'job')
    return [
      choice('run', 'move the clock to the due time of the job', () => void askToAdvance(desk, target.job.id)),
      ...again,
    ];
  if (type === 'endpoint') return endpointActs(desk, target.endpoint);
  if (type === 'note') return sectionChoices(desk, target);
  if (type === 'mail') return attachmentChoices(desk, target.mail);
  if (type === 'fault' || type === 'rule')
    return [
      { ...choice('remove', 'the fault or rule no longer takes effect', () => void remove(desk)), destroys: true },
    ];
  return again;
}

const sectionChoices = (desk: Desk, { mark }: Extract<RowSubject, { type: 'note' }>): Choice[] =>
  mark == null
    ? []
    : [
        choice('only this section', 'show only the calls, events and deliveries of this mark', () =>
          showSection(desk, mark),
        ),
      ];

/** Shows the whole section of a mark in the timeline. A filter that found the mark would hide most of the section. */
export function showSection(desk: Desk, mark: string): void {
  desk.closeDetails();
  desk.filter('');
  desk.showOnly(mark);
}

function resendChoices(desk: Desk, target: RowSubject): Choice[] {
  if (!isResendable(target)) return [];
  if (target.type === 'event')
    return [choice('resend', 'resend the event to every endpoint that subscribes to it', () => void resend(desk))];
  const to = target.type === 'delivery' ? receiverOf(target.delivery.url) : 'its endpoint';
  return [
    choice('resend', `send the webhook again to ${to} only`, () => void resend(desk)),
    choice('resend to all', 'resend the event to every endpoint that subscribes to it', () => void resend(desk, true)),
  ];
}
