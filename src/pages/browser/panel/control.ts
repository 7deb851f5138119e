import { fieldsOf, textOf } from '../../shared/answer.ts';
import type { PanelState } from '../../state.ts';

import type {
  ClockView,
  Decision,
  EventDetails,
  EventView,
  KeysView,
  MailView,
  ObjectView,
  OutcomeRow,
  RequestDetails,
  RequestView,
  TriggerView,
} from './wire.ts';

/** The control API refused, or the emulator does not answer. The message is for the developer. */
export class ControlError extends Error {}

/** The control API of the emulator that served the page, for the page's data set. */
export class Control {
  readonly #query: string;

  constructor({ workspace, mode }: Pick<PanelState, 'workspace' | 'mode'>) {
    this.#query = `workspace=${encodeURIComponent(workspace)}&mode=${mode}`;
  }

  keys = (): Promise<KeysView> => this.#get('/keys');
  clock = (): Promise<ClockView> => this.#get('/clock');
  outcomes = (): Promise<OutcomeRow[]> => this.#get('/outcomes');
  triggers = (): Promise<TriggerView[]> => this.#get('/triggers');
  settings = async (id: string): Promise<Readonly<Record<string, unknown>>> =>
    fieldsOf((await this.#get<{ settings: unknown }>(`/workspaces/${encodeURIComponent(id)}`)).settings);
  object = (id: string): Promise<ObjectView> => this.#get(`/objects/${encodeURIComponent(id)}`);
  objects = async (kind: string, search: string, limit: number): Promise<readonly ObjectView[]> =>
    (await this.#get<{ objects: ObjectView[] }>('/objects', { kind, search, limit })).objects;
  events = (id: string, limit: number): Promise<EventView[]> => this.#get('/events', { id, limit });
  event = (id: string): Promise<EventDetails> => this.#get(`/events/${encodeURIComponent(id)}`);
  requests = (limit: number): Promise<RequestView[]> => this.#get('/requests', { limit });
  request = (id: string): Promise<RequestDetails> => this.#get(`/requests/${encodeURIComponent(id)}`);
  mail = (to: string, limit: number): Promise<MailView[]> => this.#get('/mail', { to, limit });
  /** @param of a transaction or a payout */
  decision = ({ object, id }: Pick<ObjectView, 'object' | 'id'>): Promise<Decision> =>
    this.#get(`/${object}s/${encodeURIComponent(id)}/decision`);

  move = (name: string, id: string): Promise<unknown> => this.#post(`/triggers/${encodeURIComponent(name)}`, { id });
  advance = (by: string): Promise<unknown> => this.#post('/clock', { advance: by });
  settle = (): Promise<unknown> => this.#post('/settle', {});
  resend = (event: string): Promise<unknown> => this.#post(`/events/${encodeURIComponent(event)}/resend`, {});

  /** Calls back for everything that happens in the data set, until the returned function is called. */
  follow(hear: () => void): () => void {
    const stream = new EventSource(`/_emulator/stream?${this.#query}&most=20`);
    for (const type of ['request', 'event', 'delivery', 'change', 'clock', 'left_out'])
      stream.addEventListener(type, hear);
    return () => stream.close();
  }

  #get<T>(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<T> {
    const further = Object.entries(query).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
    return this.#call<T>('GET', `${path}?${this.#query}${further.join('')}`);
  }

  #post<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>('POST', `${path}?${this.#query}`, body);
  }

  /** @throws ControlError */
  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let answer: Response;
    try {
      answer = await fetch(`/_emulator${path}`, {
        method,
        credentials: 'omit',
        cache: 'no-store',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    } catch {
      throw new ControlError('The emulator does not answer. Does it still run?');
    }
    const said = fieldsOf(await answer.json().catch(() => null));
    if (!answer.ok) throw new ControlError(textOf(said.error) || `The control API answered ${answer.status}.`);
    return said.data as T;
  }
}
