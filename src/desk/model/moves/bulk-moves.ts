import { amount, counted } from '../../../core/base/terminal-text.ts';
import type { ObjectView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { words } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { eventOf, nounOf, type RowSubject, subjectOf } from '../targets.ts';
import { ask, type BulkFailure, type BulkSubject, copyMarked, partsOf, replayMarked, resendMarked } from './bulk.ts';
import { type Move, type MoveRole, moveFor } from './moves.ts';
import { currencyOf, fieldsOf, legalOf, optionsOf, runTrigger, wholeAmountOf } from './object-moves.ts';
import { reasonOf } from './outcomes.ts';

/** Moves all marked objects. */

/** The number of objects to request at the same time. */
const askedAtOnce = 10;

/** The marked objects in their current state, and the marked rows without an object. */
interface MarkedObjects {
  readonly objects: readonly (BulkSubject & { readonly object: ObjectView })[];
  readonly others: readonly BulkFailure[];
}

async function loadMarked({ marks, session: { client } }: Desk): Promise<MarkedObjects> {
  const { parts, others } = partsOf(marks.all, subjectOf, 'has no object');
  const objects: (BulkSubject & { object: ObjectView })[] = [];
  for (let at = 0; at < parts.length; at += askedAtOnce) {
    await Promise.all(
      parts.slice(at, at + askedAtOnce).map(async (part) => {
        try {
          objects.push({ ...part, object: await client.call('objects.get', { id: part.id }) });
        } catch (error) {
          others.push({ id: part.id, reason: reasonOf(error) });
        }
      }),
    );
  }
  return { objects, others };
}

/** Makes the move for a role with all marked objects. If several moves have the role, the user chooses one. */
export function moveMarkedBy(desk: Desk, role: MoveRole): void {
  withMarked(desk, (marked) => {
    const moves = movesOfMarked(desk, marked).filter(({ move, objects }) =>
      objects.some(({ object }) => moveFor(role, legalOf(desk, object))?.name === move.name),
    );
    const [only] = moves;
    if (only === undefined) desk.say(`None of the marked rows allows a ${words(role)} move now.`, 'wait');
    else if (moves.length === 1) askToMove(desk, marked, only.move);
    else openMoves(desk, marked, moves);
  });
}

/** Lists the moves of the marked objects; moves that are legal for all of them come first. */
export function chooseForMarked(desk: Desk): void {
  withMarked(desk, (marked) => openMoves(desk, marked, movesOfMarked(desk, marked)));
}

function withMarked(desk: Desk, use: (marked: MarkedObjects) => void): void {
  void desk.during('what is marked', async (signal) => {
    const marked = await loadMarked(desk);
    if (!signal.aborted) use(marked);
  });
}

interface SharedMove {
  readonly move: Move;
  /** The objects that can make the move. */
  readonly objects: MarkedObjects['objects'];
}

/** Every move that any marked object can make, most common first. */
function movesOfMarked(desk: Desk, { objects }: MarkedObjects): SharedMove[] {
  const moves = new Map<string, { move: Move; objects: MarkedObjects['objects'][number][] }>();
  for (const each of objects) {
    for (const move of legalOf(desk, each.object)) {
      const known = moves.get(move.name);
      if (known === undefined) moves.set(move.name, { move, objects: [each] });
      else known.objects.push(each);
    }
  }
  return [...moves.values()].sort((a, b) => b.objects.length - a.objects.length);
}

function openMoves(desk: Desk, marked: MarkedObjects, moves: readonly SharedMove[]): void {
  const choices = choicesOf(desk, marked, moves);
  const none = moves.length === 0 ? ' (no moves available)' : '';
  const title = `Actions for ${counted(desk.marks.count, 'marked row')}${none}`;
  desk.dialog = new Chooser(title, 'type to narrow', (typed) => narrow(choices, typed));
  desk.session.redraw('key');
}

/** All actions on the marked rows, after loading their current state from the emulator. */
export async function choicesForMarked(desk: Desk): Promise<Choice[]> {
  const marked = await loadMarked(desk);
  return choicesOf(desk, marked, movesOfMarked(desk, marked));
}

function choicesOf(desk: Desk, marked: MarkedObjects, moves: readonly SharedMove[]): Choice[] {
  const total = marked.objects.length + marked.others.length;
  const kinds = new Set(moves.map(({ move }) => move.kind));
  const further = [
    [eventOf, 'resend', 'send the webhooks again', resendMarked],
    [
      (target: RowSubject) => (target.type === 'request' ? target.request.id : null),
      'replay',
      'send the requests again',
      replayMarked,
    ],
  ] as const;
  const share = (count: number): string => (count === total ? `all ${total}` : `${count} of ${total}`);
  return [
    ...moves.map(({ move, objects }) =>
      choice(
        kinds.size === 1 ? words(move.verb) : `${words(move.verb)} ${nounOf(desk.session, move.kind)}`,
        `available for ${share(objects.length)}; ${move.about}`,
        () => askToMove(desk, marked, move),
      ),
    ),
    ...further.flatMap(([idIn, name, about, run]) => {
      const count = [...desk.marks.all.values()].filter((target) => idIn(target) !== null).length;
      return count === 0
        ? []
        : [choice(name, `${about}; ${counted(count, 'row')} of ${desk.marks.count}`, () => run(desk))];
    }),
    choice('copy', 'the ids, one per line', () => copyMarked(desk)),
    choice('unmark', 'remove the marks', () => desk.marks.remove()),
  ];
}

function askToMove(desk: Desk, { objects, others }: MarkedObjects, move: Move): void {
  const isLegal = ({ object }: { object: ObjectView }): boolean => object.moves.includes(move.name);
  const may = objects.filter(isLegal);
  const mayNot = objects
    .filter((each) => !isLegal(each))
    .map(({ id, object }) => ({ id, reason: object.state === null ? 'has no states' : `is ${words(object.state)}` }));
  const wholes = new Map(may.map(({ id, object }) => [id, wholeAmountOf(object)]));
  const sum = move.harmless ? '' : sumOf(may.map(({ object }) => object));
  ask(desk, {
    title: `${words(move.verb)} ${counted(may.length, nounOf(desk.session, move.kind))}?`,
    about: `${move.about} → ${move.to}${sum === '' ? '' : ` · ${sum} in total`}`,
    verb: words(move.verb),
    fields: fieldsOf(desk, move.fields, move.name).map((field) => ({
      ...field,
      ...(field.type === 'amount' ? { fallback: 'the full amount of each, or 15.00, or 50%' } : {}),
    })),
    parts: may,
    others: [...mayNot, ...others],
    act: (id, values) => runTrigger(desk, move.name, { id, ...optionsOf(move.fields, values, wholes.get(id)) }),
    told: (ran) => `done: ${move.name} · ${counted(ran.flatMap(({ events }) => events).length, 'event')}`,
  });
}

/** The total amount of the objects by currency, such as `$126.00 + €12.00`; empty if the objects have no amounts. */
function sumOf(objects: readonly ObjectView[]): string {
  const sums = new Map<string, number>();
  for (const object of objects) {
    const currency = currencyOf(object);
    if (object.amount !== null) sums.set(currency, (sums.get(currency) ?? 0) + object.amount);
  }
  return [...sums].map(([currency, cents]) => amount(cents, currency)).join(' + ');
}
