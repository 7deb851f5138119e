import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import {
  hasSocket,
  hasVariables,
  lineageOf,
  processesWith,
  socketAt,
  socketsListeningAt,
} from '../../core/system/local-processes.ts';
import type { Callers } from './observed-run.ts';

/** Marks the processes of the application that `--serve` starts, which has the environment of the command. */
export const servedMark = 'EMULATOR_SERVED';

/** A connection to the emulator. */
interface Connection {
  /** Whether it also carried calls that control the emulator. */
  readonly steers: boolean;
  /** The port of the client. */
  readonly port: number | undefined;
}

/** The process behind a connection. */
interface Client {
  /** The process and those from which it descends. */
  readonly lineage: readonly number[];
  /** Whether `--serve` started it. */
  readonly isServed: boolean;
}

/** A call, and the process that made it; null if it is unknown. */
interface Call {
  readonly id: string;
  readonly connection: Connection;
  readonly client: Client | null;
}

/**
 * Watches which process makes which call. The process that listens where webhooks arrive is the application. The
 * process that controls the emulator, or that starts one that does, is the scenario.
 */
export class CallerWatch {
  readonly #url: string;
  /** The latest client at each port. */
  readonly #clients = new Map<number, Client>();
  readonly #calls: Call[] = [];
  readonly #steering = new Set<number>();
  readonly #listening = new Map<number, readonly number[]>();

  /** @param url of the emulator */
  constructor(url: string) {
    this.#url = url;
    subscribe('net.server.socket', this.#onConnection);
    subscribe('net.client.socket', this.#onDelivery);
  }

  stop(): void {
    unsubscribe('net.server.socket', this.#onConnection);
    unsubscribe('net.client.socket', this.#onDelivery);
  }

  addCall(id: string, connection: Connection): void {
    this.#calls.push({ id, connection, client: this.#clients.get(connection.port ?? 0) ?? null });
  }

  addSteering({ port = 0 }: Connection): void {
    for (const pid of this.#clients.get(port)?.lineage ?? []) this.#steering.add(pid);
  }

  /** @param addresses to which webhooks are sent, which listeners have that no webhook reached */
  callers(addresses: readonly string[] = []): Callers {
    for (const address of addresses) this.#lookAt(Number(new URL(address).port));
    const listening = new Set([...this.#listening.values()].flat());
    // What `--serve` starts is the application, whatever else listens or controls the emulator.
    const isServing = [...this.#clients.values()].some(({ isServed }) => isServed);
    const isReceiving = ({ client }: Call): boolean =>
      client !== null && (isServing ? client.isServed : client.lineage.some((pid) => listening.has(pid)));
    const isSteering = ({ connection, client }: Call): boolean =>
      client?.isServed !== true && (connection.steers || this.#steering.has(client?.lineage[0] ?? 0));
    const idsOf = (calls: readonly Call[]) => new Set(calls.map(({ id }) => id));
    return { receiving: idsOf(this.#calls.filter(isReceiving)), steering: idsOf(this.#calls.filter(isSteering)) };
  }

  readonly #onConnection = (message: unknown): void => {
    const { localPort, remotePort } = (message as { socket: Socket }).socket;
    if (remotePort === undefined || localPort !== Number(new URL(this.#url).port)) return;
    const client = this.#clientAt(remotePort, localPort);
    if (client === null) this.#clients.delete(remotePort);
    else this.#clients.set(remotePort, client);
  };

  #clientAt(port: number, to: number): Client | null {
    const socket = socketAt(port, to);
    if (socket === null) return null;
    const isIts = (pid: number): boolean => hasSocket(pid, [socket]);
    const known = [...this.#clients.values()].find(({ lineage }) => isIts(lineage[0]!));
    if (known !== undefined) return known;
    const pid = this.#processes().find(isIts);
    if (pid === undefined) return null;
    return { lineage: lineageOf(pid), isServed: hasVariables(pid, [`${servedMark}=1`]) };
  }

  /** The processes of this run, which have the address of its emulator. */
  readonly #processes = (): number[] => processesWith([`EMULATOR_URL=${this.#url}`]);

  /** Whoever this process connects to, other than the emulator itself, receives webhooks. */
  readonly #onDelivery = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => this.#lookAt(socket.remotePort ?? 0));
  };

  #lookAt(port: number): void {
    if (this.#listening.has(port)) return;
    const sockets = socketsListeningAt(port);
    const pids = this.#processes().filter((pid) => hasSocket(pid, sockets));
    if (pids.length > 0) this.#listening.set(port, pids);
  }
}
