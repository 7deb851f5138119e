import { parseIso } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { rememberedBy } from '../../core/base/once.ts';
import type { ObservedRun } from './observed-run.ts';

/**
 * The texts that the platform generated in some runs: ids, slugs, tokens, secrets, numbers of receipts and invoices. No
 * form identifies them. The platform sent such a text before the application did, and a field that contains one has
 * another text for each object and never changes, unlike a status.
 */
export class GeneratedTexts {
  readonly #records: readonly ObservedRun[];
  readonly #texts: ReadonlySet<string>;
  readonly #hidden = new Map<string, string>();
  readonly #further = new WeakMap<ObservedRun, GeneratedTexts>();

  /** @param records the compared runs, because a word is shared by two objects in some runs only */
  constructor(records: readonly ObservedRun[]) {
    this.#records = records;
    const fields = new Map<string, Field>();
    const words = new Set<string>();
    for (const record of records) {
      for (const [name, field] of fieldsIn(record)) addTo(fields, name, field);
      for (const word of wordsIn(record)) words.add(word);
    }
    const all = [...fields.values()].filter(isNaming).flatMap(({ owners }) => [...owners.keys()]);
    this.#texts = new Set(all.filter((text) => isNameLike(text) && !words.has(text)));
  }

  /** The generated texts of these runs and of another. */
  with(record: ObservedRun): GeneratedTexts {
    if (this.#records.includes(record)) return this;
    return getOrMake(this.#further, record, () => new GeneratedTexts([...this.#records, record]));
  }

  /** A text in which generated texts are replaced, such as the slug in the URL of a page, or the id in a file name. */
  hide(text: string): string {
    if (this.#texts.size === 0) return text;
    return this.#texts.has(text)
      ? made
      : text.replace(/[\w-]+/g, (word) => getOrMake(this.#hidden, word, () => this.#hideIn(word)));
  }

  /** A word in which the longest generated texts are replaced, from one separator to another. */
  #hideIn(word: string): string {
    if (this.#texts.has(word)) return made;
    if (word.length <= shortestInWord) return word;
    const parts = word.split(/(?<=[_-])|(?=[_-])/);
    for (let many = parts.length - 1; many > 0; many--) {
      for (let from = 0; from + many <= parts.length; from++) {
        const part = parts.slice(from, from + many).join('');
        if (part.length < shortestInWord || !this.#texts.has(part)) continue;
        const [before, after] = [parts.slice(0, from), parts.slice(from + many)];
        return `${this.#hideIn(before.join(''))}${made}${this.#hideIn(after.join(''))}`;
      }
    }
    return word;
  }
}

/** Shorter texts occur by chance in words such as `session_outcome`. */
const shortestInWord = 12;

/** What stands for a generated text. */
const made = '<generated>';

/** A field of the platform's objects. */
interface Field {
  /** The objects that had a text in this field, by the text. */
  readonly owners: Map<string, Set<string>>;
  /** Whether the field of an object changed within a run, as a status does. */
  isChanging: boolean;
}

/** Whether the texts of a field each belong to one object of their run. */
const isNaming = ({ owners, isChanging }: Field): boolean =>
  !isChanging && [...owners.values()].every((each) => each.size === 1);

/** Shorter texts occur by chance; sentences are messages; an instant is compared as such. */
const isNameLike = (text: string): boolean => text.length >= 6 && !/\s/.test(text) && parseIso(text) === null;

/** The words for states and for events, which name no object. */
const wordsIn = ({ events }: ObservedRun): string[] =>
  events.flatMap(({ type, change: { object, from, to } }) => [type, object, to, ...(from === null ? [] : [from])]);

/** Adds what one run shows about a field to what other runs show. */
function addTo(fields: Map<string, Field>, name: string, { owners, isChanging }: Field): void {
  const known = getOrMake(fields, name, (): Field => ({ owners: new Map(), isChanging: false }));
  known.isChanging ||= isChanging;
  for (const [text, own] of owners) {
    const all = getOrMake(known.owners, text, () => new Set());
    for (const owner of own) all.add(owner);
  }
}

/** The fields of all objects that the platform sent in a run, which is compared with many others. */
const fieldsIn = rememberedBy((record: ObservedRun) => [record], noteFields);

function noteFields(record: ObservedRun): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const asked = new Set<string>();
  const sent = new Set<string>();
  const last = new Map<string, string>();
  const noteText = (text: string, owner: string, kind: string, path: string): void => {
    if (asked.has(text)) return;
    sent.add(text);
    const field = getOrMake(fields, `${kind} ${path}`, (): Field => ({ owners: new Map(), isChanging: false }));
    getOrMake(field.owners, text, () => new Set()).add(owner);
    const place = `${owner} ${path}`;
    field.isChanging ||= last.has(place) && last.get(place) !== text;
    last.set(place, text);
  };
  const note = (value: unknown, owner: string, kind: string, path: string): void => {
    if (typeof value === 'string') noteText(value, owner, kind, path);
    else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) note(item, owner, kind, isObject(item) ? path : `${path}.${at}`);
    } else if (isObject(value)) {
      const { id, object } = value;
      const isOwner = typeof id === 'string' && !asked.has(id);
      const to = isOwner ? '' : `${path}.`;
      const [by, its] = isOwner ? [id, typeof object === 'string' ? object : path] : [owner, kind];
      for (const [name, held] of Object.entries(value)) note(held, by, its, to + name);
    }
  };
  for (const { body, sender } of messagesOf(record)) {
    if (sender !== null) note(body, sender.id, sender.kind, '');
    else for (const text of textsIn(body)) if (!sent.has(text)) asked.add(text);
  }
  return fields;
}

/** What the application and the platform sent each other. */
interface Message {
  /** In milliseconds of the machine's clock. */
  readonly at: number;
  readonly body: unknown;
  /** The owner of the fields outside of objects; null if the application sent the message. */
  readonly sender: { readonly id: string; readonly kind: string } | null;
}

/** The bodies of requests and of their responses, and the data of events, in order. */
const messagesOf = (record: ObservedRun): Message[] =>
  [
    ...record.requests.flatMap(({ received, answered, body, answer }): Message[] => [
      { at: received, body, sender: null },
      { at: answered, body: answer, sender: { id: '', kind: '' } },
    ]),
    ...record.events.map(({ id, type, data }): Message => {
      const sent = record.deliveriesOf(id).flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.sent ?? []));
      return { at: Math.min(...sent), body: data, sender: { id, kind: type } };
    }),
  ].sort((one, other) => one.at - other.at || (one.sender === null ? 1 : -1));

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
