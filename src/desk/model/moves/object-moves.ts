import { amount } from '../../../core/base/terminal-text.ts';
import type { InputField, ObjectView, TriggerInput, TriggerResult } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { capitalized, shortId, words } from '../format.ts';
import { type FieldSpec, type FormValues, typedCents, type WholeAmount } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { codesOfMove } from '../forms/suggestions.ts';
import { refresh } from '../run-and-report.ts';
import { legalMoves, nounOf, subjectOf } from '../targets.ts';
import { type Move, type MoveRole, moveFor, movesOf, needsConfirmation } from './moves.ts';
import { firstAnswers, reasonOf, triggerSentence } from './outcomes.ts';

/** Moves of one object. Each function shows the result, or why the move was refused. */

/**
 * Makes the move for a role, with the object of the selected row.
 * @param asked the key that the user pressed, for the message of a refusal
 */
export function moveBy(desk: Desk, role: MoveRole, asked: string): void {
  const { target } = desk;
  const id = target === null ? null : subjectOf(target);
  if (id === null) {
    desk.say(`Select an object with a ${words(role)} move first, or ${desk.host.ways.trigger} to create one.`, 'wait');
    return;
  }
  void desk.during(shortId(id), async (signal) => {
    const object = await load(desk, id);
    if (object === null || signal.aborted) return;
    const move = moveFor(role, legalOf(desk, object));
    const barred = object.barred.find(({ move: name }) => moveNamed(desk, name)?.role === role);
    if (barred !== undefined) desk.say(barred.reason, 'wait');
    else if (move === null) desk.say(`${refusal(desk, object)} No move for the key ${asked} is available.`, 'wait');
    else startMove(desk, object, move);
  });
}

export async function load(desk: Desk, id: string): Promise<ObjectView | null> {
  try {
    return await desk.session.client.call('objects.get', { id });
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
    return null;
  }
}

const moveNamed = ({ session }: Desk, name: string): Move | undefined =>
  movesOf(session.triggers).find((each) => each.name === name);

export function legalOf(desk: Desk, object: ObjectView): Move[] {
  return legalMoves(desk.session, { type: 'object', object });
}

export const nameOf = ({ session }: Desk, { object, id, amount: cents, data }: ObjectView): string =>
  `${nounOf(session, object)} ${shortId(id)} ${amount(cents, data.currency)}`.trim();

export function refusal({ session }: Desk, { object, id, state, moves }: ObjectView): string {
  const noun = nounOf(session, object);
  const what = `${capitalized(noun)} ${shortId(id)}`;
  if (state === null) return `${what} has no states, so it has no actions.`;
  const may = moves.map((name) => words(name.slice(name.indexOf('.') + 1)));
  return `${what} is ${words(state)}; ${may.length === 0 ? 'this state is final.' : `it may ${may.join(', ')}.`}`;
}

export const currencyOf = ({ data }: ObjectView): string => (typeof data.currency === 'string' ? data.currency : 'USD');

/** Makes a move. Asks for confirmation first if the move is not harmless or has options. */
export function startMove(desk: Desk, object: ObjectView, move: Move): void {
  const run = (values: FormValues) =>
    trigger(desk, move.name, { id: object.id, ...optionsOf(move.fields, values, wholeAmountOf(object)) });
  if (!needsConfirmation(move)) {
    void run({}).catch((error) => desk.say(reasonOf(error), 'bad'));
    return;
  }
  openForm(desk, {
    title: `${words(move.verb)} ${nameOf(desk, object)}`,
    about: (values) => sentenceOf(desk, object, move, values),
    verb: words(move.verb),
    fields: fieldsOf(desk, move.fields, move.name).map((field) => ({
      ...field,
      ...(field.type === 'amount' ? { fallback: 'the full amount, or 15.00, or 50%' } : {}),
    })),
    submit: run,
  });
}

/** The effect of a move with the values typed so far: `take back $15.00 of $42.00: settled → partially_refunded`. */
function sentenceOf(desk: Desk, object: ObjectView, move: Move, values: FormValues): string {
  const usual = `${move.about}: ${object.state} → ${move.to}`;
  const whole = wholeAmountOf(object);
  const field = move.fields.find(({ type }) => type === 'amount');
  const typed = field === undefined ? '' : (values[field.name] ?? '');
  if (field === undefined || typed === '' || whole.cents === null) return usual;
  try {
    const cents = typedCents(field.name, typed, whole);
    const part = cents < whole.cents ? moveNamed(desk, `${move.name}_part`) : undefined;
    const of = `${amount(cents, whole.currency)} of ${amount(whole.cents, whole.currency)}`;
    return `${part?.about ?? move.about}, ${of}: ${object.state} → ${part?.to ?? move.to}`;
  } catch {
    return usual;
  }
}

/** The amount of an object, of which the user can type a percentage. */
export const wholeAmountOf = (object: ObjectView): WholeAmount => ({
  currency: currencyOf(object),
  cents: object.amount,
});

/** The form fields for the options of a move, such as `payout.return`. */
export const fieldsOf = ({ session }: Desk, fields: readonly InputField[], move: string): FieldSpec[] =>
  fields.map(({ name, type, choices, fallback }) => ({
    name,
    type,
    choices,
    fallback: fallback ?? '',
    ...(type === 'code' ? { suggestions: codesOfMove(session, move) } : {}),
  }));

/**
 * Converts typed values into options of a trigger. Empty fields are omitted.
 * @throws FieldRefusal for an invalid amount
 */
export const optionsOf = (fields: readonly InputField[], values: FormValues, whole?: WholeAmount): TriggerInput =>
  Object.fromEntries(
    fields.flatMap(({ name, type }): [string, string | number][] => {
      const typed = values[name] ?? '';
      if (typed === '') return [];
      return [[name, type === 'amount' ? typedCents(name, typed, whole) : typed]];
    }),
  );

/** Runs a trigger, and keeps its name and options so that the user can copy them as a command. */
export async function runTrigger(desk: Desk, name: string, request: TriggerInput): Promise<TriggerResult> {
  const ran = await desk.session.client.call('triggers.run', { name, ...request });
  desk.triggered = { name, request };
  return ran;
}

/** @throws ClientError if the emulator refuses the trigger, or cannot be reached */
export async function trigger(desk: Desk, name: string, request: TriggerInput): Promise<void> {
  const ran = await runTrigger(desk, name, request);
  const about = desk.session.triggers.find((each) => each.name === name)?.resource ?? '';
  const what = `${name}: ${triggerSentence(ran, about)}`;
  refresh(desk);
  sayWithAnswers(desk, what, ran.events);
}

/** Shows a message about an action, and adds the receivers' responses to its events. */
export function sayWithAnswers(desk: Desk, said: string, events: TriggerResult['events']): void {
  desk.say(said, 'good');
  if (events.length > 0) void follow(desk, said, events);
}

async function follow(desk: Desk, said: string, events: TriggerResult['events']): Promise<void> {
  try {
    const answered = await firstAnswers(desk.session, events);
    if (answered !== '' && desk.notices.message?.text === said) desk.say(`${said} · ${answered}`, 'good');
  } catch {
    // The Webhooks view shows the responses.
  }
}
