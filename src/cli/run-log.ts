import { deliveryView } from '../control/event-views.ts';
import { listen } from '../control/stream.ts';
import type { ChangeTold, DeliveryView, EventView, MarkView, RequestView, StreamMessage } from '../control/wire.ts';
import type { RunningSandbox } from '../sandbox-options.ts';
import { type Branch, linesOf } from '../text.ts';
import { causeText, changeText, deliveryBranches } from './causal-tree.ts';
import { clean, instant, type Output } from './output.ts';
import { paintUnknownFields } from './views.ts';

type Sandbox = RunningSandbox['sandbox'];

/** How many causes and marks are kept, the latest. */
const mostKept = 5_000;
/** A section is printed whole, unless it has more causes than this. */
const mostOfSection = 300;
const followed: ReadonlySet<StreamMessage['type']> = new Set(['request', 'change', 'event', 'delivery', 'mark']);
/** After these marks another state is in place, which uses the ids of jobs, events and deliveries again. */
const replacing: ReadonlySet<MarkView['kind']> = new Set(['restore', 'reset', 'fixture']);

interface Place {
  readonly at: string;
  readonly workspace: string | null;
  readonly mode: string | null;
}

/** One cause (a request, a job, a trigger, a control call) and its direct effects. */
interface Effects extends Place {
  readonly type: 'effects';
  readonly cause: EventView['cause'];
  request: RequestView | null;
  /** The message of a refused request. */
  refusal: string | null;
  readonly changes: ChangeTold[];
  readonly events: { readonly event: EventView; readonly deliveries: Map<string, DeliveryView> }[];
}

interface Marked extends Place {
  readonly type: 'mark';
  readonly mark: MarkView;
}

type Entry = Effects | Marked;

/** The meanings of a workspace's ids until its state is replaced. */
interface Names {
  readonly causes: Map<string, Effects>;
  readonly deliveries: Map<string, Map<string, DeliveryView>>;
}

/** Records everything that happens in a sandbox, in every workspace, in order. */
export class RunLog {
  readonly #sandbox: Sandbox;
  #entries: Entry[] = [];
  readonly #names = new Map<string, Names>();
  #forgotten = 0;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    listen(sandbox, (message) => this.#note(message), followed);
  }

  #note(message: StreamMessage): void {
    const { at, workspace, mode } = message;
    switch (message.type) {
      case 'request': {
        const effects = this.#effectsOf(message, { type: 'request', id: message.data.id });
        effects.request = message.data;
        effects.refusal = refusalText(message.data);
        return;
      }
      case 'change':
        this.#effectsOf(message, message.data.cause).changes.push(message.data);
        return;
      case 'event': {
        const staged = this.#sandbox.webhooks.deliveriesOf(workspace ?? '', message.data.mode, message.data.id);
        const viewOf = (each: (typeof staged)[number]): DeliveryView =>
          deliveryView(this.#sandbox.engine, workspace ?? '', message.data.mode, each);
        const deliveries = new Map(staged.map((each) => [each.id, viewOf(each)]));
        this.#effectsOf(message, message.data.cause).events.push({ event: message.data, deliveries });
        this.#namesOf(workspace).deliveries.set(message.data.id, deliveries);
        return;
      }
      case 'delivery':
        this.#namesOf(workspace).deliveries.get(message.data.event_id)?.set(message.data.id, message.data);
        return;
      case 'mark':
        if (replacing.has(message.data.kind)) this.#names.delete(workspace ?? '');
        this.#push({ type: 'mark', at, workspace, mode, mark: message.data });
    }
  }

  #namesOf(workspace: string | null): Names {
    const key = workspace ?? '';
    let names = this.#names.get(key);
    if (names === undefined) {
      names = { causes: new Map(), deliveries: new Map() };
      this.#names.set(key, names);
    }
    return names;
  }

  #effectsOf({ at, workspace, mode }: StreamMessage, cause: EventView['cause']): Effects {
    const { causes } = this.#namesOf(workspace);
    const key = `${cause.type} ${cause.id}`;
    let effects = causes.get(key);
    if (effects === undefined) {
      effects = { type: 'effects', at, workspace, mode, cause, request: null, refusal: null, changes: [], events: [] };
      causes.set(key, effects);
      this.#push(effects);
    }
    return effects;
  }

  #push(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length < mostKept * 2) return;
    for (const each of this.#entries.splice(0, mostKept)) {
      if (each.type === 'mark') continue;
      this.#forgotten++;
      const { causes, deliveries } = this.#namesOf(each.workspace);
      const key = `${each.cause.type} ${each.cause.id}`;
      if (causes.get(key) === each) causes.delete(key);
      for (const { event } of each.events) deliveries.delete(event.id);
    }
  }

  /** The whole log as text: requests, changes, events, attempts. */
  lines(out: Output): string[] {
    return [...this.#omitted(0), ...this.#entries.flatMap((entry) => this.#linesOf(out, entry))];
  }

  /**
   * What to look at first: of each workspace the failed sections and the last one; without markers, the latest causes.
   * Calls that only read are left out.
   * @param most how many of the latest causes are listed if there is no marker
   */
  summary(out: Output, most: number): string[] {
    const relevant = this.#entries.filter((entry) => entry.type === 'mark' || !isPlainRead(entry));
    const workspaces = [...new Set(relevant.map(({ workspace }) => workspace))];
    const hasMarkers = relevant.some(isMarker);
    const listed = hasMarkers
      ? workspaces.flatMap((workspace) => sectionsOf(relevant.filter((entry) => entry.workspace === workspace)))
      : latest(relevant, most);
    const shown = listed.filter(({ type }) => type === 'effects').length;
    const all = this.#entries.filter(({ type }) => type === 'effects').length;
    return shown === 0 && !hasMarkers
      ? []
      : [...this.#omitted(all - shown), ...listed.flatMap((entry) => this.#linesOf(out, entry))];
  }

  #omitted(count: number): string[] {
    const omitted = count + this.#forgotten;
    return omitted === 0 ? [] : [`(${omitted} earlier or plain reads left out)`];
  }

  #linesOf(out: Output, entry: Entry): string[] {
    const { at, workspace, mode } = entry;
    const isElsewhere = (workspace !== null && workspace !== this.#sandbox.defaultWorkspace) || mode === 'live';
    const where = isElsewhere
      ? `  ${out.paint('dim', [workspace, mode].filter((part) => part !== null).join(' '))}`
      : '';
    if (entry.type === 'mark') return [`${markText(out, entry.mark)}${where}`];
    const head = `${out.paint('dim', instant(at))}  ${causeText(out, entry)}${where}`;
    const refused: Branch[] =
      entry.refusal === null ? [] : [{ text: out.paint('red', clean(entry.refusal)), below: [] }];
    const ignored = entry.request === null ? null : paintUnknownFields(out, entry.request);
    const odd: Branch[] = ignored === null ? [] : [{ text: ignored, below: [] }];
    return [head, ...linesOf([...refused, ...odd, ...changeBranches(out, entry)], '  ')];
  }
}

function refusalText({ refusal }: RequestView): string | null {
  return refusal === null ? null : [refusal.code, refusal.message].filter((part) => part !== null).join(': ');
}

const isMarker = (entry: Entry): entry is Marked => entry.type === 'mark' && entry.mark.kind === 'marker';

/** A marker is the heading of its section; other marks are lines in between. */
function markText(out: Output, { kind, text, failed }: MarkView): string {
  if (kind !== 'marker') return out.paint('cyan', `── ${clean(text)}`);
  return failed ? out.paint('red', `── failed: ${clean(text)}`) : out.paint('bold', `── ${clean(text)} ──`);
}

/** The failed sections of a workspace and its last section, each from its marker on. */
function sectionsOf(entries: readonly Entry[]): Entry[] {
  const sections: Entry[][] = [[]];
  for (const entry of entries) {
    // The marker that reports a failure belongs to the section that failed.
    if (isMarker(entry) && !entry.mark.failed) sections.push([]);
    sections.at(-1)!.push(entry);
  }
  const isFailed = (section: readonly Entry[]) => section.some((entry) => isMarker(entry) && entry.mark.failed);
  return sections.flatMap((section, at) =>
    at === sections.length - 1 || isFailed(section) ? latest(section, mostOfSection) : [],
  );
}

/** The latest causes, with the marks between them. */
function latest(entries: readonly Entry[], most: number): Entry[] {
  const causes = entries.filter(({ type }) => type === 'effects');
  const first = causes.length <= most ? entries[0] : causes[causes.length - most];
  const from = entries.slice(first === undefined ? entries.length : entries.indexOf(first));
  const heading = entries[0];
  return heading !== undefined && heading !== first && isMarker(heading) ? [heading, ...from] : [...from];
}

const isPlainRead = ({ request, changes, events }: Effects): boolean =>
  request !== null && request.method === 'GET' && request.status < 400 && changes.length + events.length === 0;

/** Each change of state, with its events and their deliveries. */
function changeBranches(out: Output, { changes, events }: Effects): Branch[] {
  const texts = [...new Set([...changes, ...events.map(({ event }) => event.change)].map(changeText))];
  return texts.map((text) => ({
    text,
    below: events
      .filter(({ event }) => changeText(event.change) === text)
      .map(({ event, deliveries }) => ({
        text: out.paint('cyan', `${event.type}  ${event.id}`),
        below: deliveryBranches(out, event, [...deliveries.values()]),
      })),
  }));
}
