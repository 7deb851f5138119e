import { make } from '../lib/dom.ts';
import type { Control } from './control.ts';
import { action, code, fold, instantOf, moveLabel, note, part, timeOf, wordsOf } from './parts.ts';
import type { Subjects } from './subjects.ts';
import type { ClockView, DeliveryView, EventDetails, ObjectView, TriggerView } from './wire.ts';

/** Does something through the control API, and shows the result. */
export type Act = (what: string, work: () => Promise<unknown>) => void;

interface Doing {
  readonly control: Control;
  readonly act: Act;
  readonly triggers: readonly TriggerView[];
}

/** What can happen next: the legal moves of each object, and the clock. */
export function nextPart({ objects, clock }: Subjects, doing: Doing): HTMLElement {
  const movable = objects.filter(({ moves }) => moves.length > 0);
  return part('What can happen next', [
    movable.length === 0 ? note('Nothing here can be moved any further.') : null,
    ...movable.map((object) => movesOf(object, doing)),
    clockRow(clock, doing),
  ]);
}

function movesOf({ id, object, state, moves }: ObjectView, { control, act, triggers }: Doing): HTMLElement {
  const button = (move: string): HTMLElement => {
    const trigger =
      triggers.find(({ name }) => name === move) ??
      triggers.find((each) => each.moves.some((one) => one.move === move));
    const isSettling = trigger?.moves.find((one) => one.move === move)?.to === 'settled';
    const title = trigger === undefined ? move : `${move}: ${trigger.about}`;
    const press = (): void => act(move, () => control.move(move, id));
    return action(`${id}-${move}`, isSettling ? 'Settle' : moveLabel(move), press, title);
  };
  return make('div', { class: 'movable' }, [
    make('p', {}, [make('strong', {}, [wordsOf(object)]), ' ', code(id), state === null ? '' : `: ${wordsOf(state)}`]),
    make(
      'div',
      { class: 'actions', role: 'group', 'aria-label': `Moves of the ${wordsOf(object)} ${id}` },
      moves.map(button),
    ),
  ]);
}

function clockRow({ now, mode, next, held }: ClockView, { control, act }: Doing): HTMLElement {
  const advance = (by: string, label: string): HTMLElement =>
    action(`clock-${by}`, label, () => act(`The clock moved ${label}`, () => control.advance(by)));
  const due =
    next === null
      ? 'nothing is due'
      : `next: ${next.kind} of ${next.about}${next.due_at === null ? '' : `, ${instantOf(next.due_at)}`}`;
  return make('div', { class: 'movable' }, [
    make('p', {}, [make('strong', {}, ['clock']), ` ${instantOf(now)}${mode === 'frozen' ? ' (frozen)' : ''}`]),
    note(due),
    make('div', { class: 'actions', role: 'group', 'aria-label': 'The clock' }, [
      ...(next === null ? [] : [advance('next', 'to what is next')]),
      advance('1h', '1 hour'),
      advance('1d', '1 day'),
      advance('30d', '30 days'),
      ...(next === null && held === 0
        ? []
        : [action('settle', 'Settle all', () => act('Everything settled', () => control.settle()))]),
    ]),
  ]);
}

/** The events about the objects of the page, and the receivers' answers. */
export function eventsPart({ events }: Subjects, { control, act }: Doing): HTMLElement {
  if (events.length === 0)
    return part('Events', [note('None so far. Each shows here as it happens, with its deliveries.')]);
  const isUnheard = events.every(({ unsent, deliveries }) => unsent === null && deliveries.length === 0);
  return part('Events', [
    make(
      'ol',
      { class: 'events' },
      events.map((event) => eventItem(event, control, act)),
    ),
    isUnheard && note('No endpoint hears of them: ', code('npx emulator webhooks add http://localhost:3000/webhooks')),
  ]);
}

const unsentWords = {
  history: 'not sent: it is history of a fixture',
  disabled: 'not sent: every endpoint is disabled',
  not_subscribed: 'not sent: no endpoint wants this type',
} as const;

function eventItem({ id, type, created, change, unsent, deliveries }: EventDetails, control: Control, act: Act) {
  const moved = change.from === null ? wordsOf(change.to) : `${wordsOf(change.from)} → ${wordsOf(change.to)}`;
  return make('li', {}, [
    make('p', { class: 'event' }, [code(type), make('span', { class: 'soft' }, [`${moved} · ${timeOf(created)}`])]),
    ...(unsent === null ? [] : [note(unsentWords[unsent])]),
    ...deliveries.map(deliveryRow),
    ...(deliveries.length === 0
      ? []
      : [action(`resend-${id}`, 'Send again', () => act(`${type} sent again`, () => control.resend(id)))]),
  ]);
}

function deliveryRow({ id, url, status, attempts, next_attempt_at, due }: DeliveryView): HTMLElement {
  const last = attempts.at(-1);
  const answered = last === undefined ? 'no answer yet' : (last.status ?? last.error ?? 'no answer');
  const again = status === 'pending' && !due && next_attempt_at !== null ? `, again ${instantOf(next_attempt_at)}` : '';
  const tone = status === 'delivered' ? 'good' : status === 'failed' || attempts.length > 0 ? 'bad' : 'soft';
  const line = [
    make('span', { class: `tone-${tone}` }, [String(answered)]),
    ` ${url}${last === undefined ? '' : `, ${Math.round(last.latency_ms)} ms`}${attempts.length > 1 ? `, attempt ${attempts.length}` : ''}${again}`,
  ];
  if (last === undefined || last.body === '') return make('p', { class: 'delivery', 'data-status': status }, line);
  const opened = fold(`delivery-${id}`, '', [
    make('pre', { tabindex: 0, role: 'region', 'aria-label': 'What the receiver answered' }, [last.body]),
  ]);
  opened.classList.add('delivery');
  opened.dataset.status = status;
  opened.querySelector('summary')?.replaceChildren(...line);
  return opened;
}
