import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unixSeconds } from '../../../src/core/base/instants.ts';
import { type AnyOperation, isPathOf } from '../../../src/core/kernel/declare/operation.ts';
import type { GatewayKind } from '../../../src/payments/platform/settings.ts';
import { signatureOf } from '../../../src/payments/webhooks/signature.ts';
import { call } from '../call.ts';
import { clientOperations, merchantOperations } from '../declared.ts';
import { createTestSandbox, type TestSandbox } from '../sandbox.ts';
import type { Ask, Difference, Json, Plant, StandInAnswer, StandInEvent, StandInRequest } from './difference.ts';

export interface StandInOptions {
  /** Default `debit_payouts`. */
  readonly gateway?: GatewayKind;
  /** In what the service differs from the emulator; default: in nothing. */
  readonly planted?: readonly Difference[];
  /** Where its webhooks go. */
  readonly webhooksTo?: string;
  /** Settings of the workspace behind, beside those of the differences. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A request, its answer as the emulator gave it, or an event as the emulator sent it. */
export type Passed =
  | { readonly request: StandInRequest; readonly answer: StandInAnswer }
  | { readonly event: StandInEvent };

export interface StandIn {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The merchant API: `http://127.0.0.1:PORT/api/v1`. */
  readonly base: string;
  readonly key: string;
  readonly publishableKey: string;
  readonly app: { readonly client_id: string; readonly client_secret: string };
  readonly webhookSecret: string;
  /** Everything that passed so far, unchanged. */
  readonly passed: readonly Passed[];
  /** How often each planted difference changed something, by its id. */
  readonly met: ReadonlyMap<string, number>;
  /** Moves the clock of the service; its webhooks have been delivered when this resolves. */
  advance(ms: number): Promise<void>;
  /** Waits until every webhook has been delivered. */
  delivered(): Promise<void>;
  stop(): Promise<void>;
}

const suffixes = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' } as const;
const hookPath = '/hook-of-the-emulator';

/**
 * A service to hold the emulator against: an emulator whose answers and webhooks a proxy changes by the planted
 * differences. Its clock stands still unless it is moved.
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { gateway = 'debit_payouts', planted = [], webhooksTo } = options;
  const workspace = `ws_demo${suffixes[gateway]}`;
  const key = `sk_test_demo${suffixes[gateway]}`;
  const webhookSecret = `whsec_demo${suffixes[gateway]}`;
  const translation = new Translation(planted);
  const passed: Passed[] = [];
  let emulator: TestSandbox;

  const now = (): number => {
    const { engine } = emulator.sandbox;
    return engine.clock(engine.workspace(workspace)!).now();
  };

  const ask =
    (headers: StandInRequest['headers']): Ask =>
    async (method, path, body) => {
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
      const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await call(`${emulator.url}${path}`, {
        method: method as 'GET',
        headers: { ...kept, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(text === undefined ? {} : { body: text }),
      });
      // A service has no headers of an emulator.
      const own = [...answer.headers].filter(
        ([name]) => !/^(x-emulator-|content-length$|connection$|keep-alive$)/.test(name),
      );
      return { status: answer.status, headers: Object.fromEntries(own), body: jsonOf(answer.text) };
    };

  const answerRequest = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = translation.request(incoming, await textOf(incoming));
    const { method, headers } = request;
    const asked = ask(headers);
    const search = request.query.size === 0 ? '' : `?${request.query}`;
    const answer =
      (await translation.before(request, asked)) ?? (await asked(method, request.path + search, request.body));
    passed.push({ request, answer: structuredClone(answer) });
    const changed = translation.answer((await translation.after(answer, request, asked)) ?? answer, request);
    const text =
      changed.body === undefined ? '' : typeof changed.body === 'string' ? changed.body : JSON.stringify(changed.body);
    // A service tells the time of its own clock.
    const date = new Date(now()).toUTCString();
    response.writeHead(changed.status, { ...changed.headers, date }).end(translation.out(text));
  };

  const passOn = async (incoming: IncomingMessage, response: ServerResponse) => {
    const event: StandInEvent = JSON.parse(await textOf(incoming));
    passed.push({ event: structuredClone(event) });
    let status = 200;
    for (const each of translation.event(event)) {
      if (webhooksTo === undefined) continue;
      const body = translation.out(JSON.stringify(each));
      const signature = signatureOf([webhookSecret], unixSeconds(Date.now()), body);
      const sent = { 'content-type': 'application/json', 'service-event': each.type, 'service-signature': signature };
      const answer = await call(webhooksTo, { method: 'POST', headers: sent, body });
      if (answer.status >= 300) status = answer.status;
    }
    response.writeHead(status).end();
  };

  const server = createServer((incoming, response) => {
    const handle = incoming.url === hookPath ? passOn : answerRequest;
    handle(incoming, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  emulator = await createTestSandbox({ publicUrl: url, deliveriesAtOnce: 1 });
  const { control } = emulator;
  const of = (path: string) => `${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}&mode=test`;
  const settings = [...translation.plants.map((plant) => plant.settings ?? {}), options.settings ?? {}];
  for (const each of settings) await control.patch(`/workspaces/${workspace}`, { settings: each });
  const { body: installed } = await control.post<Json>(of('/apps'), { name: 'Loyalty' });
  await control.post(of('/payment-links'), { name: 'Coffee', amount: 1_800 });
  await control.post(of('/members'), { name: 'Grace Hopper', email: 'grace@example.com' });
  await control.post(of('/storefronts'), {});
  await control.post(of('/webhook-endpoints'), { url: `${url}${hookPath}`, secret: webhookSecret });

  const delivered = async () => {
    const { body } = await control.get<Json>(of('/idle?within=20s'));
    if (body.data.idle !== true) throw new Error(`The service is not idle: ${JSON.stringify(body)}`);
  };
  return {
    url,
    base: `${url}/api/v1`,
    key,
    publishableKey: key.replace('sk', 'pk'),
    app: installed.data,
    webhookSecret,
    passed,
    met: translation.met,
    advance: async (ms) => {
      await control.post(of('/clock'), { advance: `${ms}ms` });
      await delivered();
    },
    delivered,
    stop: async () => {
      await emulator.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Applies planted differences, and counts what each of them changed. */
export class Translation {
  readonly plants: readonly Plant[];
  readonly met = new Map<string, number>();
  readonly #ids = new Map<Plant, string>();

  constructor(planted: readonly Difference[]) {
    this.plants = planted.map(({ id, plant }) => {
      const made = plant();
      this.#ids.set(made, id);
      return made;
    });
  }

  request({ method = 'GET', url = '/', headers }: IncomingMessage, text: string): StandInRequest {
    const back = (sent: string) => this.plants.reduce((each, plant) => plant.text?.back(each) ?? each, sent);
    const { pathname, searchParams } = new URL(back(url), 'http://stand-in');
    const request: StandInRequest = {
      operation: operationOf(method, pathname),
      method,
      path: pathname,
      query: searchParams,
      headers: headers as Record<string, string>,
      body: text === '' ? undefined : jsonOf(back(text)),
    };
    for (const plant of this.plants) {
      const before = `${request.query} ${JSON.stringify(request.body)}`;
      plant.request?.(request);
      if (plant.object === undefined && `${request.query} ${JSON.stringify(request.body)}` !== before)
        this.#count(plant);
    }
    return request;
  }

  async before(request: StandInRequest, ask: Ask): Promise<StandInAnswer | null> {
    for (const plant of this.plants) {
      const answer = (await plant.before?.(request, ask)) ?? null;
      if (answer === null) continue;
      this.#count(plant);
      return answer;
    }
    return null;
  }

  async after(answer: StandInAnswer, request: StandInRequest, ask: Ask): Promise<StandInAnswer | null> {
    for (const plant of this.plants) {
      const other = (await plant.after?.(answer, request, ask)) ?? null;
      if (other === null) continue;
      this.#count(plant);
      return other;
    }
    return null;
  }

  answer(answer: StandInAnswer, request: StandInRequest): StandInAnswer {
    const changed = structuredClone(answer);
    for (const plant of this.plants) {
      if (plant.answer === undefined && plant.object === undefined) continue;
      const before = JSON.stringify(changed);
      plant.answer?.(changed, request);
      if (plant.object !== undefined) changed.body = changedObjects(changed.body, plant.object);
      if (JSON.stringify(changed) !== before) this.#count(plant);
    }
    return changed;
  }

  event(event: StandInEvent): readonly StandInEvent[] {
    let sent: readonly StandInEvent[] = [event];
    for (const plant of this.plants) {
      const before = JSON.stringify(sent);
      if (plant.event !== undefined) sent = sent.flatMap(plant.event);
      const { object } = plant;
      if (object !== undefined) sent = sent.map((each) => ({ ...each, data: changedObjects(each.data, object) }));
      if (JSON.stringify(sent) !== before) this.#count(plant);
    }
    return sent;
  }

  /** A text as the service sends it. */
  out(text: string): string {
    return this.plants.reduce((each, plant) => {
      const changed = plant.text?.out(each) ?? each;
      if (changed !== each) this.#count(plant);
      return changed;
    }, text);
  }

  #count(plant: Plant): void {
    const id = this.#ids.get(plant)!;
    this.met.set(id, (this.met.get(id) ?? 0) + 1);
  }
}

function changedObjects(value: Json, object: NonNullable<Plant['object']>): Json {
  if (Array.isArray(value)) return value.map((each) => changedObjects(each, object));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changedObjects(each, object)]));
  return inner.object === object.of ? object.change(inner) : inner;
}

function operationOf(method: string, path: string): AnyOperation | undefined {
  const merchant = path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : null;
  const all = merchant === null ? clientOperations : merchantOperations;
  const fitting = all.filter((each) => each.method === method && isPathOf(each.path, merchant ?? path));
  // A path without parameters is the more exact one: `/api/checkout/address-suggest`.
  return fitting.find((each) => !each.path.includes('{')) ?? fitting[0];
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A text as JSON, or as it is. */
function jsonOf(text: string): Json {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
