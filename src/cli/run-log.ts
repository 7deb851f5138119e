import { listen } from '../control/stream.ts';
import type { ChangeTold, DeliveryView, EventView, RequestView, StreamMessage } from '../control/wire.ts';
import type { RunningSandbox } from '../sandbox.ts';
import { type Branch, causeText, changeText, deliveryBranches, linesOf } from './causal-tree.ts';
import { clean, instant, type Output } from './output.ts';

type Sandbox = RunningSandbox['sandbox'];

/** How many causes are remembered, the latest of them. */
const mostKept = 5_000;
const followed: ReadonlySet<StreamMessage['type']> = new Set(['request', 'change', 'event', 'delivery']);

/** One cause (a request, a job, a trigger, a control call) and all that came of it. */
interface Effects {
  readonly at: string;
  readonly workspace: string | null;
  readonly mode: string | null;
  readonly cause: EventView['cause'];
  request: RequestView | null;
  readonly changes: ChangeTold[];
  readonly events: EventView[];
  readonly deliveries: Map<string, DeliveryView>;
}

/** Remembers what happens in a sandbox from now on, in every workspace, by what caused it. */
export class RunLog {
  readonly #sandbox: Sandbox;
  readonly #causes = new Map<string, Effects>();
  /** The cause of each event. */
  readonly #events = new Map<string, Effects>();
  #forgotten = 0;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    listen(sandbox, (message) => this.#note(message), followed);
  }

  #note(message: StreamMessage): void {
    switch (message.type) {
      case 'request': {
        const { id } = message.data;
        this.#effectsOf(message, { type: 'request', id }).request = message.data;
        break;
      }
      case 'change':
        this.#effectsOf(message, message.data.cause).changes.push(message.data);
        break;
      case 'event': {
        const effects = this.#effectsOf(message, message.data.cause);
        effects.events.push(message.data);
        this.#events.set(message.data.id, effects);
        break;
      }
      case 'delivery':
        this.#events.get(message.data.event_id)?.deliveries.set(message.data.id, message.data);
    }
  }

  #effectsOf({ at, workspace, mode }: StreamMessage, cause: EventView['cause']): Effects {
    const key = `${cause.type} ${cause.id}`;
    let effects = this.#causes.get(key);
    if (effects === undefined) {
      effects = { at, workspace, mode, cause, request: null, changes: [], events: [], deliveries: new Map() };
      this.#causes.set(key, effects);
      if (this.#causes.size > mostKept) this.#forgetOldest();
    }
    return effects;
  }

  #forgetOldest(): void {
    for (const [key, { events }] of this.#causes) {
      this.#causes.delete(key);
      for (const { id } of events) this.#events.delete(id);
      this.#forgotten++;
      return;
    }
  }

  /**
   * The log as text: request, change, event, attempts.
   * @param most how many of the latest causes are listed; with it, calls that only read are left out
   */
  lines(out: Output, most?: number): string[] {
    const all = [...this.#causes.values()];
    const relevant = most === undefined ? all : all.filter((effects) => !isPlainRead(effects));
    const listed = relevant.slice(-(most ?? relevant.length));
    const omitted = all.length - listed.length + this.#forgotten;
    const remark = omitted === 0 ? [] : [`(${omitted} earlier or plain reads left out)`];
    return [...remark, ...listed.flatMap((effects) => this.#linesOf(out, effects))];
  }

  #linesOf(out: Output, effects: Effects): string[] {
    const { at, workspace, mode, request } = effects;
    const isElsewhere = (workspace !== null && workspace !== this.#sandbox.defaultWorkspace) || mode === 'live';
    const where = isElsewhere
      ? `  ${out.paint('dim', [workspace, mode].filter((part) => part !== null).join(' '))}`
      : '';
    const head = `${out.paint('dim', instant(at))}  ${causeText(out, effects)}${where}`;
    const refused = request === null ? null : this.#refusalOf(request, workspace);
    const below: Branch[] = refused === null ? [] : [{ text: out.paint('red', clean(refused)), below: [] }];
    return [head, ...linesOf([...below, ...changeBranches(out, effects)], '  ')];
  }

  /** What the answer to a refused request said. */
  #refusalOf({ id, status }: RequestView, workspace: string | null): string | null {
    if (status < 400) return null;
    const response = this.#sandbox.requests.get(workspace ?? '', id)?.response ?? '';
    try {
      const { error, code } = JSON.parse(response) as { error?: unknown; code?: unknown };
      return [code, error].filter((part) => typeof part === 'string').join(': ') || null;
    } catch {
      return response === '' ? null : response.slice(0, 200);
    }
  }
}

const isPlainRead = ({ request, changes, events }: Effects): boolean =>
  request !== null && request.method === 'GET' && request.status < 400 && changes.length + events.length === 0;

/** Each change of state with the events that told of it, and where they went. */
function changeBranches(out: Output, { changes, events, deliveries }: Effects): Branch[] {
  const texts = [...new Set([...changes, ...events.map(({ change }) => change)].map(changeText))];
  return texts.map((text) => ({
    text,
    below: events
      .filter(({ change }) => changeText(change) === text)
      .map(({ id, type }) => ({
        text: out.paint('cyan', `${type}  ${id}`),
        below: deliveryBranches(
          out,
          [...deliveries.values()].filter(({ event_id }) => event_id === id),
        ),
      })),
  }));
}
