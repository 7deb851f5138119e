import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A connection on which a client sends requests. */
export interface Connection {
  /** Whether it also carried calls that control the emulator, which come from a test and not from an application. */
  steers: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/** The connection of a request. */
export function connectionOf({ socket }: IncomingMessage): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) {
    connection = { steers: false };
    connections.set(socket, connection);
  }
  return connection;
}
