import { type ApiAnswer, type Call, type Client, createClient, type Page, sendOverHttp } from '../client.ts';
import { listen } from '../control/stream.ts';
import type { StreamMessage } from '../control/wire.ts';
import type { Mode } from '../engine/workspace.ts';
import type { RunningSandbox } from '../sandbox.ts';
import { EmulatorError } from './errors.ts';

const stoppedMessage = 'This emulator was stopped; start another one with startEmulator().';

/** A running emulator, as all its handles reach it: over HTTP, so that they get what every other client gets. */
export class Connection {
  readonly #running: RunningSandbox;
  #stopping: Promise<void> | null = null;

  constructor(running: RunningSandbox) {
    this.#running = running;
  }

  get url(): string {
    return this.#running.url;
  }

  clientOf(scope: { workspace?: string; mode?: Mode }): Client {
    const { url, token } = this.#running;
    return createClient({ url, token: token ?? undefined, ...scope, send: (call) => this.#send(call) });
  }

  /** Calls back for events and deliveries of every workspace; the returned function ends it. */
  onEvent(hear: (message: StreamMessage) => void): () => void {
    return listen(this.#running.sandbox, hear, new Set(['event', 'delivery']));
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#running.stop();
    return this.#stopping;
  }

  async #send(call: Call): Promise<ApiAnswer> {
    if (this.#stopping !== null) throw new EmulatorError('stopped', stoppedMessage);
    return sendOverHttp(this.url, call);
  }
}

const longestPage = 100;

/** The items of a list, newest first: all pages of it, or the first so many. */
export async function everyItem<Item extends { id: string }>(
  readPage: (query: { limit: number; starting_after?: string }) => Promise<Page<Item>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length < most) {
    const limit = Math.min(longestPage, most - items.length);
    const page = await readPage({ limit, starting_after: items.at(-1)?.id });
    items.push(...page.data);
    if (!page.has_more) break;
  }
  return items;
}
