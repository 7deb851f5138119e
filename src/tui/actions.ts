import type { ObjectView } from '../control/wire.ts';
import type { Desk } from './desk.ts';
import { type Choice, Chooser, type FieldSpec, Form, textOf, type Values } from './dialogs.ts';
import { amount, centsOf, shortId, words } from './format.ts';
import { find } from './fuzzy.ts';
import { type Command, keyTable } from './keys.ts';
import { isAsked, type Move, moveFor } from './moves.ts';
import { answers, delivered, moved, reasonOf, settled, triggered } from './outcomes.ts';
import { eventOf, legalMoves, subjectOf, type Target } from './targets.ts';

/** What the keys of moves, triggers and webhooks do. Every action says what it did, every refusal why. */

/** The move that a key stands for, on the row that is selected. */
export async function press(desk: Desk, command: Command): Promise<void> {
  const { target } = desk;
  const id = target === null ? null : subjectOf(target);
  if (id === null) {
    desk.say(`Select something that may ${words(command)} first, or press t for a fresh one.`, 'wait');
    return;
  }
  const object = await read(desk, id);
  if (object === null) return;
  const move = moveFor(command, legalOf(desk, object));
  if (move === null) {
    desk.say(`${refusal(object)} ${keyTable[command].keys[0]} has no move for it.`, 'wait');
    return;
  }
  make(desk, object, move);
}

/** A list of all that may be done with the row. */
export async function choose(desk: Desk): Promise<void> {
  const { target } = desk;
  if (target === null) return;
  const further = furtherChoices(desk, target);
  const id = subjectOf(target);
  const object = id === null ? null : await read(desk, id);
  const legal = object === null ? [] : legalOf(desk, object);
  if (legal.length + further.length === 0) {
    if (object !== null) desk.say(refusal(object), 'wait');
    return;
  }
  const choices = [
    ...legal.map((move) => ({
      key: move.name,
      cells: [words(move.verb), { text: `${move.about}; ${object!.state} → ${move.to}`, tone: 'dim' }] as const,
      choose: () => make(desk, object!, move),
    })),
    ...further,
  ];
  const title = object === null ? 'What to do' : `What to do with ${nameOf(object)}`;
  desk.dialog = new Chooser(title, 'type to narrow', (typed) => find(choices, textOf, typed));
  desk.session.tell();
}

function furtherChoices(desk: Desk, target: Target): Choice[] {
  const choices: Choice[] = [];
  const add = (name: string, about: string, choose: () => void) =>
    choices.push({ key: name, cells: [name, { text: about, tone: 'dim' }], choose });
  if (eventOf(target) !== null) add('resend', 'send the webhook again', () => void resend(desk));
  if (target.type === 'request') add('replay', 'send the request again', () => void replay(desk));
  if (target.type === 'job') add('run', 'move the clock to when it is due', () => void advance(desk, target.job.id));
  if (target.type === 'fault' || target.type === 'rule') add('remove', 'it happens no more', () => void remove(desk));
  return choices;
}

async function read(desk: Desk, id: string): Promise<ObjectView | null> {
  try {
    return await desk.session.client.objects.get(id);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
    return null;
  }
}

export function legalOf(desk: Desk, object: ObjectView): Move[] {
  return legalMoves(desk.session, { type: 'object', object });
}

const nameOf = ({ object, id, data }: ObjectView): string =>
  `${words(object)} ${shortId(id)} ${amount(data.amount ?? data.requested_amount, data.currency)}`.trim();

function refusal({ object, id, state, moves }: ObjectView): string {
  const noun = words(object);
  const what = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${shortId(id)}`;
  if (state === null) return `${what} has no states, so that nothing can be done with it.`;
  const may = moves.map((name) => words(name.slice(name.indexOf('.') + 1)));
  return `${what} is ${words(state)}; ${may.length === 0 ? 'that is where it ends.' : `it may ${may.join(', ')}.`}`;
}

/** Makes a move, after a question where it moves money or takes more to say. */
export function make(desk: Desk, object: ObjectView, move: Move): void {
  const currency = typeof object.data.currency === 'string' ? object.data.currency : 'USD';
  const run = (values: Values) => trigger(desk, move.name, values, currency, object.id);
  if (!isAsked(move)) {
    void run({}).then((refused) => refused !== null && desk.say(refused, 'bad'));
    return;
  }
  ask(desk, {
    title: `${words(move.verb)} ${nameOf(object)}`,
    about: `${move.about}: ${object.state} → ${move.to}`,
    verb: words(move.verb),
    fields: move.options.flatMap((name) => fieldOf(name)),
    submit: run,
  });
}

/** A question; Enter does it. */
export function ask(
  desk: Desk,
  question: {
    title: string;
    about: string;
    verb: string;
    fields?: readonly FieldSpec[];
    submit: (values: Values) => Promise<string | null>;
  },
): void {
  const form = new Form({
    ...question,
    close: () => {
      if (desk.dialog === form) desk.dialog = null;
    },
    changed: () => desk.session.tell(),
  });
  desk.dialog = form;
  desk.session.tell();
}

const usual: Readonly<Record<string, string>> = {
  amount: 'all of it, or 15.00',
  code: 'the usual one, or R01, M013, declined',
  kind: 'the usual one, or chargeback, ach_return',
  reason: 'none',
};

export const fieldOf = (name: string): FieldSpec[] => [{ name, label: name, usual: usual[name] ?? '' }];

/** @returns why it was refused; null where it was not */
export async function trigger(
  desk: Desk,
  name: string,
  values: Values,
  currency: string,
  id?: string,
): Promise<string | null> {
  const { amount: typed = '', code, kind, reason } = values;
  const cents = typed === '' ? null : centsOf(typed, currency);
  if (typed !== '' && cents === null) return `'${typed}' is no amount; write it like 15 or 15.00.`;
  const { client } = desk.session;
  try {
    const ran = await client.trigger(name, {
      id,
      amount: cents ?? undefined,
      code: code || undefined,
      kind: kind || undefined,
      reason: reason || undefined,
    });
    const about = desk.session.triggers.find((each) => each.name === name)?.resource ?? '';
    const what = `${name}: ${triggered(ran, about)}`;
    desk.say(what, 'good');
    refresh(desk);
    if (ran.events.length > 0) void follow(desk, what, ran.events);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Adds to what was said what the receivers answered. */
async function follow(desk: Desk, said: string, events: Parameters<typeof delivered>[1]): Promise<void> {
  try {
    const heard = await delivered(desk.session.client, events, AbortSignal.timeout(5_000));
    if (heard !== '' && desk.message?.text === said) desk.say(`${said} · ${heard}`, 'good');
  } catch {
    // It was said what was done; who answered shows under Webhooks.
  }
}

/** What was done shows at once, not with the next look. */
export function refresh(desk: Desk): void {
  desk.session.refresh();
  void desk.loadDetails();
}

export async function advance(desk: Desk, by: string, isInstant = false): Promise<void> {
  desk.say(`Moving the clock: ${by} …`, 'wait');
  const { clock } = desk.session.client;
  await attempt(desk, async () => moved(await (isInstant ? clock.set(by) : clock.advance(by))));
}

export const setClock = (desk: Desk, mode: 'running' | 'frozen'): Promise<void> =>
  attempt(desk, async () => moved(await desk.session.client.clock.mode(mode)));

export const settleAll = (desk: Desk): Promise<void> => {
  desk.say('Settling …', 'wait');
  return attempt(desk, async () => settled(await desk.session.client.settle()));
};

export async function resend(desk: Desk): Promise<void> {
  const event = desk.target === null ? null : eventOf(desk.target);
  if (event === null) {
    desk.say('Select an event or a delivery to send it again.', 'wait');
    return;
  }
  desk.say('Sending again …', 'wait');
  await attempt(desk, async () => {
    const made = await desk.session.client.events.resend(event);
    return made.length === 0
      ? `${shortId(event)}: no endpoint wants it, so that it was sent nowhere.`
      : `sent again · ${answers(made)}`;
  });
}

export async function replay(desk: Desk): Promise<void> {
  const { target } = desk;
  if (target?.type !== 'request') {
    desk.say('Select a request to send it again.', 'wait');
    return;
  }
  const { id, method, path } = target.request;
  await attempt(desk, async () => {
    const { status, request_id } = await desk.session.client.requests.replay(id);
    return `${method} ${path} again · answered ${status}${request_id === null ? '' : ` · ${shortId(request_id)}`}`;
  });
}

export async function remove(desk: Desk): Promise<void> {
  const { target, session } = desk;
  if (target?.type !== 'fault' && target?.type !== 'rule') {
    desk.say('Select a fault or a rule to remove it.', 'wait');
    return;
  }
  desk.closeDetails();
  await attempt(desk, async () => {
    if (target.type === 'fault') await session.client.faults.remove(target.fault.id);
    else await session.client.rules.remove(target.rule.id);
    return `The ${target.type} is removed.`;
  });
}

/** Does something, and says what it did or why it was refused. */
export async function attempt(desk: Desk, work: () => Promise<string>): Promise<void> {
  try {
    desk.say(await work(), 'good');
    refresh(desk);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}
