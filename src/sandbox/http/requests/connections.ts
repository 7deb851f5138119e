import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A connection on which somebody sends requests. */
export interface Connection {
  /** Whether it also carried calls that steer the emulator, as those of a test do, and not of an application. */
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
