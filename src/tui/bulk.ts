import type { ObjectView } from '../control/wire.ts';
import { amount, counted } from '../text.ts';
import { currencyOf, fieldOf, legalOf, openForm, optionsOf, refresh, visit } from './actions.ts';
import { Chooser, choice, narrow } from './dialogs.ts';
import type { FieldSpec, Values } from './form-fields.ts';
import { shortId, words } from './format.ts';
import type { Marked } from './marks.ts';
import { type Move, type MoveCommand, moveFor } from './moves.ts';
import { answers, reasonOf } from './outcomes.ts';
import { eventOf, idOf, nounOf, subjectOf, type Target } from './targets.ts';
import type { UiState } from './ui-state.ts';

/** What is done with several rows at once, after one question: with those that are marked, or with all that are shown. */

/** One of those that something is done for, and the marked rows that stand for it. */
interface Part {
  readonly id: string;
  readonly rows: readonly string[];
}

/** One that nothing can be done for. */
interface Refused {
  readonly id: string | null;
  readonly reason: string;
}

interface Bulk<R> {
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  readonly fields?: readonly FieldSpec[];
  readonly parts: readonly Part[];
  /** Those that are marked and that this does not concern. They are told of with what was refused. */
  readonly others: readonly Refused[];
  readonly act: (id: string, values: Values) => Promise<R>;
  /** What was done: the words behind `3 of 5`. */
  readonly told: (results: readonly R[]) => string;
}

/** How many objects are asked for at once. */
const askedAtOnce = 10;
/** Of so many that nothing is done for a question says why. */
const othersNamed = 3;

/** Asks once, does it for one after another, and says for how many it was done, and why not for the others. */
function ask<R>(ui: UiState, { title, about, verb, fields, parts, others, act, told }: Bulk<R>): void {
  const total = parts.length + others.length;
  const form = openForm(ui, {
    title,
    about: [about, othersWords(others)].filter((part) => part !== '').join(' · '),
    verb,
    fields,
    submit: async (values) => {
      const results: R[] = [];
      const refused: Refused[] = [];
      for (const { id, rows } of parts) {
        // Whoever leaves the question stops what is not done yet.
        if (ui.dialog !== form) break;
        try {
          results.push(await act(id, values));
          ui.marks.remove(rows);
        } catch (error) {
          refused.push({ id, reason: reasonOf(error) });
        }
        if (results.length + refused.length < parts.length)
          ui.say(`${verb}: ${results.length + refused.length} of ${parts.length} …`, 'wait');
      }
      const stopped = parts.length - results.length - refused.length;
      report(ui, `${results.length} of ${total} ${told(results)}`, [...refused, ...others], stopped);
      return null;
    },
  });
}

/** `2 more are marked and stay as they are: txn_8sQx… is failed, …`. */
function othersWords(others: readonly Refused[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, othersNamed).map(whyOf).join(', ');
  const are =
    others.length === 1
      ? '1 more is marked and stays as it is'
      : `${others.length} more are marked and stay as they are`;
  return `${are}: ${named}${others.length > othersNamed ? ' …' : ''}`;
}

/** Why nothing was done for one, with its id where the reason does not name it. */
const whyOf = ({ id, reason }: Refused): string =>
  id === null || reason.includes(id) ? reason : `${shortId(id)} ${reason}`;

/** Says what was done. Of several that were refused, a list has the reasons. */
function report(ui: UiState, done: string, refused: readonly Refused[], stopped: number): void {
  const [first] = refused;
  const isWhole = first === undefined && stopped === 0;
  const parts = [
    done,
    ...(stopped === 0 ? [] : [`stopped before the other ${stopped}`]),
    ...(first === undefined || refused.length > 1 ? [] : [whyOf(first)]),
  ];
  ui.say(parts.join(' · '), isWhole ? 'good' : 'wait');
  refresh(ui);
  if (refused.length < 2) return;
  const choices = refused.map(({ id, reason }) =>
    choice(id ?? 'a row', reason, () => {
      if (id !== null) visit(ui, id);
    }),
  );
  ui.dialog = new Chooser(`Not done: ${refused.length}`, 'type to narrow', (typed) => narrow(choices, typed));
}

/** The marked rows by what they are about; those that are about nothing of the kind are others. */
function partsOf(
  marked: Marked,
  idIn: (target: Target) => string | null,
  reason: string,
): { parts: Part[]; others: Refused[] } {
  const rows = new Map<string, string[]>();
  const others: Refused[] = [];
  for (const [key, target] of marked) {
    const id = idIn(target);
    if (id === null) others.push({ id: idOf(target), reason });
    else rows.set(id, [...(rows.get(id) ?? []), key]);
  }
  return { parts: [...rows].map(([id, keys]) => ({ id, rows: keys })), others };
}

/** Sends the events of what is marked again. */
export function resendMarked(ui: UiState): void {
  const { parts, others } = partsOf(ui.marks.all, eventOf, 'is no webhook');
  askToResend(ui, parts, others, 'the events of the rows that are marked');
}

/** Sends the events of all rows that are shown again. */
export function resendShown(ui: UiState): void {
  const events = [...new Set(ui.rows.flatMap(({ target }) => eventOf(target) ?? []))];
  const parts = events.map((id) => ({ id, rows: [] }));
  const below = ui.hasMore ? '; those further down are not loaded' : '';
  askToResend(ui, parts, [], `The events of all rows that are shown${below}. Open one to send it alone.`);
}

function askToResend(ui: UiState, parts: readonly Part[], others: readonly Refused[], about: string): void {
  if (parts.length === 0) {
    ui.say('Nothing here is an event that can be sent again.', 'wait');
    return;
  }
  ask(ui, {
    title: `Send ${counted(parts.length, 'event')} again?`,
    about,
    verb: 'resend',
    parts,
    others,
    act: (id) => ui.session.client.events.resend(id),
    told: (made) => {
      const answered = answers(made.flat());
      return `events sent again${answered === '' ? '' : ` · ${answered}`}`;
    },
  });
}

/** Sends the requests that are marked again. */
export function replayMarked(ui: UiState): void {
  const { parts, others } = partsOf(
    ui.marks.all,
    (target) => (target.type === 'request' ? target.request.id : null),
    'is no request',
  );
  if (parts.length === 0) {
    ui.say('Nothing that is marked is a request.', 'wait');
    return;
  }
  ask(ui, {
    title: `Send ${counted(parts.length, 'request')} again?`,
    about: 'one after another, in the order in which they were marked',
    verb: 'replay',
    parts,
    others,
    act: (id) => ui.session.client.requests.replay(id),
    told: (replayed) => `requests sent again · answered ${replayed.map(({ status }) => status).join(', ')}`,
  });
}

/** Removes the faults and rules that are marked. */
export function removeMarked(ui: UiState): void {
  const { client } = ui.session;
  const idIn = (target: Target) => (target.type === 'fault' || target.type === 'rule' ? idOf(target) : null);
  const { parts, others } = partsOf(ui.marks.all, idIn, 'is no fault and no rule');
  if (parts.length === 0) {
    ui.say('Nothing that is marked is a fault or a rule.', 'wait');
    return;
  }
  const faults = new Set(
    [...ui.marks.all.values()].flatMap((target) => (target.type === 'fault' ? target.fault.id : [])),
  );
  ask(ui, {
    title: `Remove ${counted(parts.length, 'fault or rule', 'faults and rules')}?`,
    about: 'they happen no more',
    verb: 'remove',
    parts,
    others,
    act: (id) => (faults.has(id) ? client.faults : client.rules).remove(id),
    told: () => 'removed',
  });
}

/** Copies the ids of what is marked, a line each. */
export function copyMarked(ui: UiState): void {
  const { parts, others } = partsOf(ui.marks.all, idOf, '');
  ui.host.copy(parts.map(({ id }) => id).join('\n'));
  const without = others.length === 0 ? '' : `; ${others.length} of what is marked has none`;
  ui.say(`${counted(parts.length, 'id')} went to the clipboard${without}.`);
}

/** The objects of what is marked, as they are now, and those that there are none of. */
interface MarkedObjects {
  readonly objects: readonly (Part & { readonly object: ObjectView })[];
  readonly others: readonly Refused[];
}

async function loadMarked({ marks, session: { client } }: UiState): Promise<MarkedObjects> {
  const { parts, others } = partsOf(marks.all, subjectOf, 'is about no object');
  const objects: (Part & { object: ObjectView })[] = [];
  for (let at = 0; at < parts.length; at += askedAtOnce) {
    await Promise.all(
      parts.slice(at, at + askedAtOnce).map(async (part) => {
        try {
          objects.push({ ...part, object: await client.objects.get(part.id) });
        } catch (error) {
          others.push({ id: part.id, reason: reasonOf(error) });
        }
      }),
    );
  }
  return { objects, others };
}

/** Makes the move that a key stands for with everything that is marked; of several moves, the one that is chosen. */
export function pressMoveForMarked(ui: UiState, command: MoveCommand): void {
  withMarked(ui, (marked) => {
    const moves = movesOfMarked(ui, marked).filter(({ move, objects }) =>
      objects.some(({ object }) => moveFor(command, legalOf(ui, object))?.name === move.name),
    );
    const [only] = moves;
    if (only === undefined) ui.say(`Nothing that is marked may ${words(command)} now.`, 'wait');
    else if (moves.length === 1) askToMove(ui, marked, only.move);
    else openMoves(ui, marked, moves);
  });
}

/** Lists the moves of what is marked: first those that are legal for all of it. */
export function chooseForMarked(ui: UiState): void {
  withMarked(ui, (marked) => openMoves(ui, marked, movesOfMarked(ui, marked)));
}

function withMarked(ui: UiState, use: (marked: MarkedObjects) => void): void {
  void ui.typeAhead.holdWhile('what is marked', async (signal) => {
    const marked = await loadMarked(ui);
    if (!signal.aborted) use(marked);
  });
}

interface SharedMove {
  readonly move: Move;
  /** Those that may make it. */
  readonly objects: MarkedObjects['objects'];
}

/** Every move that any of them may make, those that most of them may make first. */
function movesOfMarked(ui: UiState, { objects }: MarkedObjects): SharedMove[] {
  const moves = new Map<string, { move: Move; objects: MarkedObjects['objects'][number][] }>();
  for (const each of objects) {
    for (const move of legalOf(ui, each.object)) {
      const known = moves.get(move.name);
      if (known === undefined) moves.set(move.name, { move, objects: [each] });
      else known.objects.push(each);
    }
  }
  return [...moves.values()].sort((a, b) => b.objects.length - a.objects.length);
}

function openMoves(ui: UiState, marked: MarkedObjects, moves: readonly SharedMove[]): void {
  const total = marked.objects.length + marked.others.length;
  const kinds = new Set(moves.map(({ move }) => move.kind));
  const further = [
    [eventOf, 'resend', 'send the webhooks again', resendMarked],
    [
      (target: Target) => (target.type === 'request' ? target.request.id : null),
      'replay',
      'send the requests again',
      replayMarked,
    ],
  ] as const;
  const share = (count: number): string => (count === total ? `all ${total}` : `${count} of ${total}`);
  const choices = [
    ...moves.map(({ move, objects }) =>
      choice(
        kinds.size === 1 ? words(move.verb) : `${words(move.verb)} ${nounOf(ui.session, move.kind)}`,
        `legal for ${share(objects.length)}; ${move.about}`,
        () => askToMove(ui, marked, move),
      ),
    ),
    ...further.flatMap(([idIn, name, about, run]) => {
      const count = [...ui.marks.all.values()].filter((target) => idIn(target) !== null).length;
      return count === 0
        ? []
        : [choice(name, `${about}; ${counted(count, 'row')} of ${ui.marks.count}`, () => run(ui))];
    }),
    choice('copy', 'the ids, a line each', () => copyMarked(ui)),
    choice('unmark', 'take the marks away', () => ui.marks.remove()),
  ];
  const none = moves.length === 0 ? ', of which none may make a move now' : '';
  const title = `What to do with ${counted(ui.marks.count, 'marked row')}${none}`;
  ui.dialog = new Chooser(title, 'type to narrow', (typed) => narrow(choices, typed));
  ui.session.redraw('key');
}

function askToMove(ui: UiState, { objects, others }: MarkedObjects, move: Move): void {
  const isLegal = ({ object }: { object: ObjectView }): boolean => object.moves.includes(move.name);
  const may = objects.filter(isLegal);
  const mayNot = objects
    .filter((each) => !isLegal(each))
    .map(({ id, object }) => ({ id, reason: object.state === null ? 'has no states' : `is ${words(object.state)}` }));
  const { client } = ui.session;
  const currencies = new Map(may.map(({ id, object }) => [id, currencyOf(object)]));
  const sum = move.harmless ? '' : sumOf(may.map(({ object }) => object));
  ask(ui, {
    title: `${words(move.verb)} ${counted(may.length, nounOf(ui.session, move.kind))}?`,
    about: `${move.about} → ${move.to}${sum === '' ? '' : ` · of ${sum} in all`}`,
    verb: words(move.verb),
    fields: move.options.map((option) =>
      option === 'amount' ? { ...fieldOf(option), fallback: 'all of each, or 15.00 of each' } : fieldOf(option),
    ),
    parts: may,
    others: [...mayNot, ...others],
    act: (id, values) => client.trigger(move.name, { id, ...optionsOf(values, currencies.get(id) ?? 'USD') }),
    told: (ran) => `done: ${move.name} · ${counted(ran.flatMap(({ events }) => events).length, 'event')}`,
  });
}

/** What objects are about together, by currency: `$126.00 + €12.00`; empty where that is no money. */
function sumOf(objects: readonly ObjectView[]): string {
  const sums = new Map<string, number>();
  for (const object of objects) {
    const currency = currencyOf(object);
    if (object.amount !== null) sums.set(currency, (sums.get(currency) ?? 0) + object.amount);
  }
  return [...sums].map(([currency, cents]) => amount(cents, currency)).join(' + ');
}
