import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { originAt } from '../../core/base/hosts.ts';
import { streamOf } from '../../sandbox/control/log/stream.ts';
import type { SandboxOperation } from '../../sandbox/control/operation.ts';
import type { Sandbox, ServerParts } from '../../sandbox/control/sandbox.ts';
import { mayBeNamed } from '../../sandbox/control/workspaces/fixture-source.ts';
import type { ApiParts } from '../../sandbox/http/api-surfaces.ts';
import { Gate } from '../../sandbox/http/gate.ts';
import { answerInProcess } from '../../sandbox/http/in-process.ts';
import { Server } from '../../sandbox/http/server.ts';
import type { AgentHandler } from '../../sandbox/http/surfaces/control.ts';
import type { Tls } from '../../sandbox/tls/tls.ts';
import { controlTokenOf } from '../control-token.ts';
import type { SandboxOptions } from '../sandbox-options.ts';
import { ClosingServer, stopTimeoutOf } from '../stopping.ts';
import type { Start } from './start.ts';

/** The origin of an emulator that does not listen. */
const nowhere = 'http://emulator.localhost';

/** Creates the server of an emulator. It has no routes and does not listen yet. */
export const createServer = (start: Start, api: ApiParts, secure: Tls['secure']): EmulatorServer =>
  new EmulatorServer(start, api, secure);

/** The server of an emulator: it exists before its sandbox, gets its routes from it, and then listens. */
export class EmulatorServer implements ServerParts {
  /** The address; empty until the server listens. */
  url = '';
  /** The token of the control API; null if only this machine can reach the emulator, so that no token is needed. */
  readonly token: string | null;
  /** Resolves when a control API request asks the emulator to stop. */
  readonly stopRequested: Promise<void>;
  readonly stop: () => void;
  readonly #start: Start;
  readonly #secure: Tls['secure'];
  readonly #server: Server;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #gate = new Gate();
  readonly #stopping = new AbortController();
  #closing: ClosingServer | null = null;

  constructor(start: Start, api: ApiParts, secure: Tls['secure']) {
    const { options, warn } = start;
    const [stopRequested, stop] = signalOf();
    this.stopRequested = stopRequested;
    this.stop = stop;
    this.token = controlTokenOf(options);
    this.#start = start;
    this.#secure = secure;
    this.#allowedHosts = new Set((options.allowedHosts ?? []).map((name) => name.toLowerCase()));
    this.#server = new Server({
      ...api,
      gate: this.#gate,
      secure,
      allowedHosts: this.#allowedHosts,
      stopping: this.stopping,
      warn,
    });
    // Each waiting call adds a listener to the signal.
    setMaxListeners(0, this.stopping);
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Registers the routes. */
  serve(sandbox: Sandbox, operations: readonly SandboxOperation[]): void {
    const { options, warn } = this.#start;
    const { agents } = options;
    this.#server.serve({
      sandbox,
      operations,
      streamOf,
      allowedHosts: this.#allowedHosts,
      ...(agents === undefined ? {} : { agents: (sent) => this.#agents(agents, sent) }),
      // On loopback, callers can also send the token that was passed at the start.
      token: this.token ?? options.token ?? null,
      isTokenRequired: this.token !== null,
      warn,
    });
  }

  /** @throws the error of the port */
  async listen(): Promise<void> {
    const { host = '127.0.0.1', port = 4747 } = this.#start.options;
    const { app } = this.#server;
    if (port === null) {
      await app.ready();
      this.url = nowhere;
    } else {
      await app.listen({ host, port });
      this.url = originAt(this.#secure === null ? 'http' : 'https', host, (app.server.address() as AddressInfo).port);
    }
  }

  /** Calls the merchant API in this process. */
  async call({ method, path, headers, body }: Parameters<ServerParts['call']>[0]): ReturnType<ServerParts['call']> {
    const answer = await this.#server.app.inject({
      method: method as 'GET',
      url: path,
      headers: { host: 'localhost', ...headers },
      ...(body === null ? {} : { payload: body }),
    });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      body: answer.body,
    };
  }

  /** Responds to a request from this process, whatever its host. */
  fetch(request: Request): Promise<Response> {
    return answerInProcess(this.#server.app, request);
  }

  /** Lets the first requests in. */
  open(): void {
    this.#gate.open();
  }

  /** Refuses new callers, and then ends the calls that wait, because the emulator stops. Later answers close connections. */
  async beginToStop(): Promise<void> {
    // Callers connect again at once if an answer closes their connection. Without answers, none does.
    const reopen = this.#gate.shut();
    this.#closing = await ClosingServer.begin(this.#server.app.server, this.token !== null);
    this.#stopping.abort();
    reopen();
    await this.#closing.waitForCallers();
  }

  /** Responds to the requests in flight, and closes. */
  async close(): Promise<void> {
    await this.#closing?.close(stopTimeoutOf(this.#start.options));
    await this.#server.app.close();
  }

  /** Closes all connections at once, after a start that failed. */
  async closeNow(): Promise<void> {
    const { app } = this.#server;
    app.server.closeAllConnections();
    await app.close();
  }

  /** @param sent the workspace token that the agent sent */
  #agents(agents: NonNullable<SandboxOptions['agents']>, sent: string | undefined): Promise<AgentHandler> {
    const token = sent ?? this.token ?? undefined;
    // A record can contain other workspaces than the one that the token belongs to.
    const mayRead = sent === undefined ? mayBeNamed : () => false;
    const ca = this.#secure?.identity.cert;
    return agents({ url: this.url, ca, mayRead, ...(token === undefined ? {} : { token }) });
  }
}

/** A promise, and the function that resolves it. */
function signalOf(): [promise: Promise<void>, resolve: () => void] {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}
