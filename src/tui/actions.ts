import type { ClockView, ObjectView, Status } from '../control/wire.ts';
import { shortId, words } from '../desk/format.ts';
import { type Move, type MoveCommand, moveFor, movesOf, needsConfirmation } from '../desk/moves/moves.ts';
import {
  eventOf,
  isResendable,
  legalMoves,
  nounOf,
  ownPageOf,
  retriedBy,
  subjectOf,
  type Target,
  targetNamed,
} from '../desk/targets.ts';
import { amount, counted, instant } from '../text.ts';
import { type Choice, choice, Form } from './dialogs.ts';
import { type FieldSpec, typedCents, type Values } from './form-fields.ts';
import { keyTable } from './keys.ts';
import { answers, delivered, moved, reasonOf, refusedBy, settled, triggered } from './outcomes.ts';
import { codesOfMove, kindsOfMove } from './suggestions.ts';
import type { UiState } from './ui-state.ts';

/** What can be done from the dashboard. Everything says what it did, or why it was refused. */

/** Makes the move that a key stands for, with the object of the row that is selected. */
export function pressMove(ui: UiState, command: MoveCommand): void {
  const { target } = ui;
  const id = target === null ? null : subjectOf(target);
  if (id === null) {
    ui.say(`Select something that may ${words(command)} first, or press t for a fresh one.`, 'wait');
    return;
  }
  void ui.typeAhead.holdWhile(shortId(id), async (signal) => {
    const object = await load(ui, id);
    if (object === null || signal.aborted) return;
    const move = moveFor(command, legalOf(ui, object));
    const barred = object.barred.find(({ move: name }) => moveNamed(ui, name)?.key === command);
    if (barred !== undefined) ui.say(barred.reason, 'wait');
    else if (move === null) ui.say(`${refusal(ui, object)} ${keyTable[command].keys[0]} has no move for it.`, 'wait');
    else startMove(ui, object, move);
  });
}

/** Opens what shows the status, as soon as it is there: it is not at first, and while another data set is loaded. */
export function withStatus(ui: UiState, what: string, open: (status: Status) => void): void {
  const { status } = ui.session;
  if (status === null) withFreshStatus(ui, what, open);
  else open(status);
}

/** Opens what shows the status as it is now: another process may have made a workspace since. */
export function withFreshStatus(ui: UiState, what: string, open: (status: Status) => void): void {
  const { session } = ui;
  void ui.typeAhead.holdWhile(what, async (signal) => {
    try {
      const status = await session.client.status();
      if (!signal.aborted) open(status);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
    session.redraw('key');
  });
}

/** The page of an object of a kind that has pages. */
export function pageChoices(ui: UiState, object: ObjectView | null): Choice[] {
  const page = object === null ? null : ownPageOf(ui.session, object);
  if (page === null) return [];
  const tell = async () => {
    const url = await page.address();
    return `${url} ${await ui.host.copy(url)}`;
  };
  return [choice(page.name, page.about, () => void runAndReport(ui, tell))];
}

/** Opens the details of what an id names. */
export function visit(ui: UiState, id: string): void {
  void ui.typeAhead.holdWhile(shortId(id), async (signal) => {
    try {
      const target = await targetNamed(ui.session, id);
      if (!signal.aborted) ui.open(target);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
    ui.session.redraw('key');
  });
}

export async function load(ui: UiState, id: string): Promise<ObjectView | null> {
  try {
    return await ui.session.client.objects.get(id);
  } catch (error) {
    ui.say(reasonOf(error), 'bad');
    return null;
  }
}

const moveNamed = ({ session }: UiState, name: string): Move | undefined =>
  movesOf(session.triggers).find((each) => each.name === name);

export function legalOf(ui: UiState, object: ObjectView): Move[] {
  return legalMoves(ui.session, { type: 'object', object });
}

export const nameOf = ({ session }: UiState, { object, id, amount: cents, data }: ObjectView): string =>
  `${nounOf(session, object)} ${shortId(id)} ${amount(cents, data.currency)}`.trim();

export function refusal({ session }: UiState, { object, id, state, moves }: ObjectView): string {
  const noun = nounOf(session, object);
  const what = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${shortId(id)}`;
  if (state === null) return `${what} has no states, so that nothing can be done with it.`;
  const may = moves.map((name) => words(name.slice(name.indexOf('.') + 1)));
  return `${what} is ${words(state)}; ${may.length === 0 ? 'that is where it ends.' : `it may ${may.join(', ')}.`}`;
}

export const currencyOf = ({ data }: ObjectView): string => (typeof data.currency === 'string' ? data.currency : 'USD');

/** Makes a move, after a question where it moves money or has options. */
export function startMove(ui: UiState, object: ObjectView, move: Move): void {
  const run = (values: Values) => trigger(ui, move.name, values, currencyOf(object), object.id);
  if (!needsConfirmation(move)) {
    void run({}).catch((error) => ui.say(reasonOf(error), 'bad'));
    return;
  }
  openForm(ui, {
    title: `${words(move.verb)} ${nameOf(ui, object)}`,
    about: `${move.about}: ${object.state} → ${move.to}`,
    verb: words(move.verb),
    fields: move.options.map((option) => fieldOf(ui, option, move.name)),
    submit: run,
  });
}

/**
 * Asks before something is done. What `submit` throws is shown as the refusal, under the field that it is about.
 * @returns the question that is open now
 */
export function openForm(
  ui: UiState,
  question: {
    title: string;
    about: string;
    verb: string;
    fields?: readonly FieldSpec[];
    submit: (values: Values) => Promise<void> | void;
  },
): Form {
  const form = new Form({
    ...question,
    submit: async (values) => {
      try {
        await question.submit(values);
        return null;
      } catch (error) {
        return refusedBy(error);
      }
    },
    close: () => {
      if (ui.dialog === form) ui.dialog = null;
    },
    changed: () => ui.session.redraw('key'),
  });
  ui.dialog = form;
  ui.session.redraw('key');
  return form;
}

/** What an option is where nothing is typed for it. */
const optionFallbacks: Readonly<Record<string, string>> = {
  amount: 'all of it, or 15.00',
  code: 'the usual one',
  kind: 'the usual one',
  reason: 'none',
};

/** The field of an option. @param move what takes it: `payout.return` */
export const fieldOf = ({ session }: UiState, name: string, move: string): FieldSpec => ({
  name,
  fallback: optionFallbacks[name] ?? '',
  ...(name === 'code' ? { suggestions: codesOfMove(session, move) } : {}),
  ...(name === 'kind' ? { type: 'choice', choices: kindsOfMove(session, move) } : {}),
});

/**
 * What a trigger takes of what was typed; an empty field says nothing.
 * @throws FieldRefusal for an amount that is none
 */
export function optionsOf({ amount: typed = '', code, kind, reason }: Values, currency: string) {
  const cents = typed === '' ? undefined : typedCents('amount', typed, currency);
  return { amount: cents, code: code || undefined, kind: kind || undefined, reason: reason || undefined };
}

/** @throws what the emulator refuses, and where it cannot be reached */
export async function trigger(ui: UiState, name: string, values: Values, currency: string, id?: string): Promise<void> {
  const ran = await ui.session.client.trigger(name, { id, ...optionsOf(values, currency) });
  const about = ui.session.triggers.find((each) => each.name === name)?.resource ?? '';
  const what = `${name}: ${triggered(ran, about)}`;
  ui.say(what, 'good');
  refresh(ui);
  if (ran.events.length > 0) void follow(ui, what, ran.events);
}

/** Adds the answers of the receivers to what was said. */
async function follow(ui: UiState, said: string, events: Parameters<typeof delivered>[1]): Promise<void> {
  try {
    const answered = await delivered(ui.session.client, events, AbortSignal.timeout(5_000));
    if (answered !== '' && ui.notices.message?.text === said) ui.say(`${said} · ${answered}`, 'good');
  } catch {
    // The answers show under Webhooks.
  }
}

/** Loads what is shown at once, not with the next poll. */
export function refresh(ui: UiState): void {
  ui.session.refresh();
  void ui.details?.load();
}

export async function advance(ui: UiState, by: string): Promise<void> {
  ui.say(`Moving the clock: ${by} …`, 'wait');
  const { clock } = ui.session.client;
  await runAndReport(ui, async () => moved(await clock.advance(by)));
}

/** What a move of the clock will run, as far as it is booked now: `will run 1 renew job; what they book comes on top`. */
export function willRun({ jobs, kinds }: NonNullable<ClockView['ahead']>): string {
  if (jobs === 0) return 'nothing is due until then';
  const parts = Object.entries(kinds).map(([kind, count]) =>
    counted(count, `${words(kind.slice(kind.indexOf('.') + 1))} job`),
  );
  return `will run ${parts.join(', ')}; what they book comes on top`;
}

/** Moves the clock to when a job is due, after a question that says what will run until then. */
export async function askToAdvance(ui: UiState, job: string): Promise<void> {
  try {
    const { ahead } = await ui.session.client.clock.get({ advance: job });
    if (ahead === null) return;
    openForm(ui, {
      title: `Move the clock to ${instant(ahead.to)}?`,
      about: willRun(ahead),
      verb: 'advance',
      submit: () => void advance(ui, job),
    });
  } catch (error) {
    ui.say(reasonOf(error), 'bad');
  }
}

export const setClock = (ui: UiState, mode: 'running' | 'frozen', rate?: number): Promise<void> =>
  runAndReport(ui, async () => moved(await ui.session.client.clock.mode(mode, rate)));

export const settleAll = (ui: UiState): Promise<void> => {
  ui.say('Settling …', 'wait');
  return runAndReport(ui, async () => settled(await ui.session.client.settle()));
};

/** Sends the event of the row again. */
export async function resend(ui: UiState): Promise<void> {
  const { target } = ui;
  if (target === null || !isResendable(target)) {
    ui.say('Select an event or a delivery to send it again.', 'wait');
    return;
  }
  ui.say('Sending again …', 'wait');
  await runAndReport(ui, async () => {
    const event = await eventToResend(ui, target);
    const made = await ui.session.client.events.resend(event);
    return made.length === 0
      ? `${shortId(event)}: no endpoint wants it, so that it was sent nowhere.`
      : `sent again · ${answers(made)}`;
  });
}

async function eventToResend({ session }: UiState, target: Target): Promise<string> {
  const delivery = target.type === 'job' ? retriedBy(target.job) : null;
  const named = delivery === null ? target : await targetNamed(session, delivery);
  const event = eventOf(named);
  if (event === null) throw new Error('There is no event of it any more.');
  return event;
}

export async function replay(ui: UiState): Promise<void> {
  const { target } = ui;
  if (target?.type !== 'request') {
    ui.say('Select a request to send it again.', 'wait');
    return;
  }
  const { id, method, path } = target.request;
  await runAndReport(ui, async () => {
    const { status, request_id } = await ui.session.client.requests.replay(id);
    return `${method} ${path} again · answered ${status}${request_id === null ? '' : ` · ${shortId(request_id)}`}`;
  });
}

export async function remove(ui: UiState): Promise<void> {
  const { target, session } = ui;
  if (target?.type !== 'fault' && target?.type !== 'rule') {
    ui.say('Select a fault or a rule to remove it.', 'wait');
    return;
  }
  ui.closeDetails();
  await runAndReport(ui, async () => {
    if (target.type === 'fault') await session.client.faults.remove(target.fault.id);
    else await session.client.rules.remove(target.rule.id);
    return `The ${target.type} is removed.`;
  });
}

/** Says what was done, or why it was refused. */
export async function runAndReport(ui: UiState, work: () => Promise<string>): Promise<void> {
  try {
    ui.say(await work(), 'good');
    refresh(ui);
  } catch (error) {
    ui.say(reasonOf(error), 'bad');
  }
}
