import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientConnection } from '../../requests/log.ts';

/** A connection whose facts can still change. */
export type Connection = { -readonly [K in keyof ClientConnection]: ClientConnection[K] };

const connections = new WeakMap<Socket, Connection>();

/** The connection of a request. */
export function connectionOf({ socket }: IncomingMessage): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) {
    connection = { steers: false, port: socket.remotePort };
    connections.set(socket, connection);
  }
  return connection;
}
