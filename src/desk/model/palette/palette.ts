import { amount, counted } from '../../../core/base/terminal-text.ts';
import type { DeliveryView, ObjectView, TriggerView, UpcomingJob } from '../../../sandbox/control/wire.ts';
import { dim, spanOf } from '../cells.ts';
import type { Desk } from '../desk.ts';
import { capitalized, shortId, words } from '../format.ts';
import { byGroup, type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { openForm } from '../forms/open-form.ts';
import { deliveryPages, jobPages, objectPages } from '../lists/lists.ts';
import { type FetchPage, searchResults } from '../lists/paged-list.ts';
import { choicesForMarked } from '../moves/bulk-moves.ts';
import { emittedEvent, movesOf } from '../moves/moves.ts';
import { fieldsOf, legalOf, optionsOf, startMove, trigger } from '../moves/object-moves.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { choicesFor } from '../moves/row-actions.ts';
import { jobChoices, wordsOfJobs } from '../sandbox/clock.ts';
import { endpointChoices } from '../sandbox/endpoints.ts';
import { loadFaults } from '../sandbox/fault-forms.ts';
import type { Session } from '../session.ts';
import { idOf, nounOf, objectOf, type RowSubject, subjectOf, targetNamed } from '../targets.ts';
import { Later } from '../time/timer.ts';
import { clock } from '../views/clock-view.ts';
import type { View } from '../views/view.ts';

/** The palette: one list of all targets and actions, which the user narrows by typing. */

/** The maximum number of objects of a kind, and the maximum number of deliveries, that a search loads. */
const mostFound = 20;
/** Matches text that can be a whole id. */
const idPattern = /^[a-z]{2,6}_\w{8,}$/i;

/**
 * Lists all choices: actions on the row or the marked rows, views, commands, triggers, and ids and objects that match
 * the typed text.
 * @param commands additional commands of the renderer
 */
export const openPalette = (desk: Desk, commands: readonly Choice[]): void =>
  new Palette(desk, commands, 'Everything').open('a view, a command, an event, an id, an amount');

/** The same list with triggers first: events, and moves of a new object. */
export const openTriggers = (desk: Desk, commands: readonly Choice[]): void =>
  new Palette(desk, commands, 'Trigger').open('an event, a move, an id or an amount');

/** An open palette. The choices that the emulator must answer for are added when they arrive. */
class Palette {
  readonly #desk: Desk;
  readonly #title: 'Everything' | 'Trigger';
  readonly #triggers: readonly Choice[];
  /** The views and commands. */
  readonly #commands: readonly Choice[];
  readonly #results: SearchResults;
  readonly #pause = new Later();
  #faults: readonly Choice[] = [];
  /** The actions on the selected row or on the marked rows. */
  #actions: readonly Choice[] = [];

  constructor(desk: Desk, commands: readonly Choice[], title: 'Everything' | 'Trigger') {
    this.#desk = desk;
    this.#title = title;
    this.#triggers = desk.session.triggers.map((each) => choice(each.name, each.about, () => startTrigger(desk, each)));
    this.#commands = [...viewChoices(desk), ...commands];
    this.#results = new SearchResults(desk);
    if (desk.target !== null && desk.marks.count === 0) {
      this.#actions = ownChoices(desk, desk.target, objectOf(desk.session, desk.target));
    }
  }

  open(placeholder: string): void {
    const { session } = this.#desk;
    const chooser = new Chooser(this.#title, placeholder, (typed) => this.#choicesFor(typed));
    const changed = (): void => {
      chooser.reload();
      session.redraw('key');
    };
    chooser.onTyped = (typed) => this.#search(chooser, typed, changed);
    this.#desk.dialog = chooser;
    session.redraw('key');
    void this.#results.search('', '', { isWanted: () => true, changed });
    this.#loadFaults(changed);
    this.#loadActions(changed);
  }

  /** "ret 15" finds the payout of 15.00 that can be returned; an id finds its record. */
  #choicesFor(typed: string): Choice[] {
    const isSearch = typed.trim() !== '';
    const triggers = [...(isSearch ? this.#results.moves() : []), ...this.#triggers].map(inGroup('Triggers'));
    const actions = this.#actions.map(inGroup('Actions'));
    const commands = this.#commands.map(inGroup('Commands'));
    const others = isSearch
      ? [
          ...this.#results.things(typed).map(inGroup('Objects')),
          ...[...this.#faults, ...endpointChoices(this.#desk, typed)].map(inGroup('Actions')),
          ...commands,
        ]
      : commands;
    const all =
      this.#title === 'Trigger'
        ? [...triggers.map(preferred), ...actions.map(ofTheRow), ...others]
        : [...actions.map(preferred), ...others, ...triggers];
    return byGroup(narrow(all, typed));
  }

  /** Searches the emulator's objects after a pause in typing. */
  #search(chooser: Chooser, typed: string, changed: () => void): void {
    const { session } = this.#desk;
    this.#pause.cancel();
    const words = wordsOfObjects(session, typed);
    chooser.isLooking = words !== '';
    if (typed.trim() === '') return;
    const isWanted = (): boolean => this.#desk.dialog === chooser && chooser.text === typed;
    const search = async (): Promise<void> => {
      await this.#results.search(words, typed.trim(), { isWanted, changed });
      changed();
      if (chooser.text === typed) chooser.isLooking = false;
    };
    this.#pause.do(session.pace.typingPause, () => void search());
  }

  #loadActions(changed: () => void): void {
    const desk = this.#desk;
    const { target, marks } = desk;
    const loading = marks.count > 0 ? markedChoices(desk) : target === null ? null : loadChoices(desk, target);
    void loading?.then((choices) => {
      this.#actions = choices;
      changed();
    });
  }

  #loadFaults(changed: () => void): void {
    void loadFaults(this.#desk)
      .then(({ choices, coded }) => {
        this.#faults = [...choices, ...coded].map((each) => ({ ...each, preference: each.preference ?? -1 }));
        changed();
      })
      // If the faults cannot be loaded, the fault command reports the reason.
      .catch(() => {});
  }
}

/** The typed words for which objects are searched: those that are not in the name or description of a trigger. */
function wordsOfObjects({ triggers }: Session, typed: string): string {
  const known = triggers.map(({ name, about }) => `${name} ${about}`.toLowerCase()).join(' ');
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !known.includes(word))
    .join(' ');
}

const inGroup =
  (group: NonNullable<Choice['group']>) =>
  (each: Choice): Choice => ({ ...each, group });

const preferred = (each: Choice): Choice => ({ ...each, preference: 1 });

/** Actions on the selected row rank before the same move with a new object. */
const ofTheRow = (each: Choice): Choice => ({ ...each, preference: 2 });

/** The current object of a row; null if the row has no object. */
async function loadSubject({ session: { client } }: Desk, target: RowSubject): Promise<ObjectView | null> {
  const id = subjectOf(target);
  return id === null ? null : client.call('objects.get', { id }).catch(() => null);
}

/** Actions on the marked rows, each with the number of marked rows. */
async function markedChoices(desk: Desk): Promise<Choice[]> {
  const of = counted(desk.marks.count, 'marked row');
  const choices = await choicesForMarked(desk);
  return choices.map((each) => ({ ...each, about: dim(`${of}  ${spanOf(each.about).text}`) }));
}

const loadChoices = async (desk: Desk, target: RowSubject): Promise<Choice[]> =>
  ownChoices(desk, target, await loadSubject(desk, target));

/** Actions on the row, each as a sentence with its subject, such as `Return payout po_2Lmx…`. */
function ownChoices(desk: Desk, target: RowSubject, object: ObjectView | null): Choice[] {
  const of = shortId(object?.id ?? idOf(target) ?? '');
  const moves = object === null ? 0 : legalOf(desk, object).length;
  return choicesFor(desk, target, object).map((each, at) =>
    object !== null && at < moves
      ? {
          ...each,
          name: `${capitalized(each.name)} ${nounOf(desk.session, object.object)} ${of}`,
          alsoCalled: [each.name],
        }
      : { ...each, about: dim(`${of}  ${spanOf(each.about).text}`) },
  );
}

/** The views, and the parts of views that have several parts. */
function viewChoices(desk: Desk): Choice[] {
  const keyed = (view: View, about: string): string => {
    const key = desk.host.ways.keyOf(view.place);
    return key === null ? about : `${key}  ${about}`;
  };
  return desk.views.flatMap((view) => {
    const { title, kinds = [], isLog = false } = view;
    const about = isLog ? 'go to the timeline' : 'go to this view';
    const parts = kinds.length < 2 ? [] : kinds;
    return [
      { ...choice(title, keyed(view, about), () => desk.go(view)), text: `${title} view${isLog ? ', timeline' : ''}` },
      ...parts.map((kind, at) => ({
        ...choice(kind.title, keyed(view, `go to this part of ${title}`), () => {
          desk.go(view);
          desk.goToPart(at - desk.position.part);
        }),
        text: `${kind.title} view`,
      })),
    ];
  });
}

/** Triggers an event or a move on a new object. If the trigger has options, a form asks for them first. */
function startTrigger(desk: Desk, { name, about, resource, fields, moves }: TriggerView): void {
  if (fields.length === 0) {
    void trigger(desk, name, {}).catch((error) => desk.say(reasonOf(error), 'bad'));
    return;
  }
  openForm(desk, {
    title: `trigger ${name}`,
    about: `${about}, on a new ${nounOf(desk.session, resource)}`,
    verb: 'trigger',
    fields: fieldsOf(desk, fields, moves[0]?.move ?? name).map((field) => ({
      ...field,
      ...(field.type === 'amount' ? { fallback: '42.00, or another amount' } : {}),
    })),
    submit: (values) => trigger(desk, name, optionsOf(fields, values)),
  });
}

/** The caller that waits for the results of a search. */
interface Interest {
  /** Whether the results are still needed. The user can have typed other text since. */
  readonly isWanted: () => boolean;
  /** Called when the search finds something. */
  readonly changed: () => void;
}

/** The emulator's results for the typed text, including results that are not on the screen. */
class SearchResults {
  readonly #desk: Desk;
  readonly #objects = new Map<string, ObjectView>();
  readonly #deliveries = new Map<string, DeliveryView>();
  #jobs = new Map<string, UpcomingJob>();
  readonly #named = new Map<string, RowSubject>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The moves of the objects that were found. */
  moves(): Choice[] {
    return [...this.#objects.values()].flatMap((object) => moveChoices(this.#desk, object));
  }

  /** The results as choices that open them. @param typed the text of the search */
  things(typed: string): Choice[] {
    const desk = this.#desk;
    return [
      ...[...this.#objects.values()].map((object) => objectChoice(desk, object, typed)),
      ...[...this.#deliveries.values()].map((delivery) => deliveryChoice(desk, delivery)),
      ...jobChoices(desk, [...this.#jobs.values()], (job) => showJob(desk, job)),
      ...[...this.#named].map(([id, target]) => choice(id, target.type, () => desk.open(target))),
    ];
  }

  /** @param words the words to search for  @param typed the whole typed text, which can be an id */
  async search(words: string, typed: string, { isWanted, changed }: Interest): Promise<void> {
    const { session } = this.#desk;
    const client = () => session.client;
    const kinds = new Set([
      ...movesOf(session.triggers).map(({ kind }) => kind),
      ...session.kinds.map(({ name }) => name),
    ]);
    /** Calls the emulator until there are enough results or the search ends, and keeps the results. */
    const keep = async <T extends { id: string }>(ask: FetchPage<T>, found: Map<string, T>): Promise<void> => {
      let count = 0;
      for await (const items of searchResults((after) => ask(after, words))) {
        for (const item of items) found.set(item.id, item);
        count += items.length;
        if (items.length > 0) changed();
        if (count >= mostFound || words === '' || !isWanted()) return;
      }
    };
    const lookForJobs = async (): Promise<void> => {
      const { items } = await jobPages(client, mostFound)(null, wordsOfJobs(typed));
      if (isWanted()) this.#jobs = new Map(items.map((job) => [job.id, job]));
    };
    // If all words name triggers, objects are not searched.
    const isOfObjects = words !== '' || typed === '';
    try {
      await Promise.all([
        typed === '' ? null : lookForJobs(),
        ...[...(isOfObjects ? kinds : [])].map((kind) => keep(objectPages(client, kind, mostFound), this.#objects)),
        words === '' ? null : keep(deliveryPages(client, mostFound), this.#deliveries),
        this.#lookUp(typed),
      ]);
    } catch (error) {
      this.#desk.say(reasonOf(error), 'bad');
    }
  }

  /** Events, requests and jobs are found only by their full id. */
  async #lookUp(typed: string): Promise<void> {
    const id = typed.trim();
    if (!idPattern.test(id) || this.#named.has(id)) return;
    const target = await targetNamed(this.#desk.session, id).catch(() => null);
    if (target !== null && target.type !== 'object' && target.type !== 'delivery') this.#named.set(id, target);
  }
}

/** Shows a job in the list of all jobs. */
function showJob(desk: Desk, job: UpcomingJob): void {
  desk.go(desk.views.find(({ name }) => name === clock.name) ?? desk.view);
  desk.open({ type: 'job', job });
}

/** The text of an object that the typed words are matched against. */
const textOf = ({ id, state, who, what, amount: cents, data }: ObjectView): string =>
  `${id} ${shortId(id)} ${amount(cents, data.currency)} ${state ?? ''} ${who.text} ${what.text}`;

function objectChoice(desk: Desk, object: ObjectView, typed: string): Choice {
  const { id, state, who, what, data } = object;
  const noun = nounOf(desk.session, object.object);
  const facts = [noun, amount(object.amount, data.currency), words(state ?? ''), who.text, what.text];
  const text = `${noun} ${textOf(object)}`;
  const matched = matchedBy(data, typed, text);
  return {
    name: id,
    about: dim([...facts, ...matched].filter((fact) => fact !== '').join('  ')),
    text: [text, ...matched].join(' '),
    // A typed name finds the person first, and then the person's records, which also contain the name.
    ...(data.email === who.text && !('customer_id' in data)
      ? { alsoCalled: [who.text, what.text, ...what.text.split(' ').slice(1)] }
      : {}),
    choose: () => desk.open({ type: 'object', object }),
  };
}

/**
 * The texts of an object that contain a typed word, unless the shown text of the object already contains the word.
 */
function matchedBy(data: ObjectView['data'], typed: string, shown: string): string[] {
  const unseen = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !shown.toLowerCase().includes(word));
  if (unseen.length === 0) return [];
  return textsIn(data).filter((text) => unseen.some((word) => text.toLowerCase().includes(word)));
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function deliveryChoice(desk: Desk, delivery: DeliveryView): Choice {
  const { id, event_id, event_type, status, about } = delivery;
  return {
    name: event_id,
    about: dim(`webhook  ${event_type}  ${status}  ${about?.who ?? ''}`),
    text: `webhook ${event_id} ${event_type} ${status} ${id} ${about?.id ?? ''} ${about?.who ?? ''}`,
    choose: () => desk.open({ type: 'delivery', delivery }),
  };
}

function moveChoices(desk: Desk, object: ObjectView): Choice[] {
  const on = `on ${shortId(object.id)} ${amount(object.amount, object.data.currency)}`;
  return legalOf(desk, object).map((move) => {
    const event = emittedEvent(desk.session.triggers, move);
    return {
      name: event ?? move.name,
      about: dim(`${on}  ${words(move.verb)}`),
      text: `${event ?? ''} ${move.name} ${on} ${textOf(object)}`,
      choose: () => startMove(desk, object, move),
    };
  });
}
