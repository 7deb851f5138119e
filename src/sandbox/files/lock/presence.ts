import { closeSync, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { codeOf } from '../../../core/base/system-errors.ts';

/*
 * A socket in the data folder accepts connections exactly as long as its process runs. Containers that share a volume
 * number their processes apart and have networks of their own, but a socket in the volume reaches all of them. Outside
 * of containers a process opens no socket, because some programs cannot copy a folder that has a socket.
 */

/** A socket that accepts connections until it is closed. */
export interface Presence {
  /** The name of the socket in its folder. */
  readonly name: string;
  close(): Promise<void>;
}

/**
 * Opens a socket in a folder.
 * @returns null if the file system does not support sockets
 */
export async function showPresence(directory: string, name: string): Promise<Presence | null> {
  const folder = openSync(directory, 'r');
  const server = createServer((connection) => connection.destroy());
  server.unref();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(pathBelow(folder, name), () => resolve(true));
  });
  if (!isListening) {
    closeSync(folder);
    return null;
  }
  return {
    name,
    // The socket is removed by its path, which requires the folder to be open.
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          closeSync(folder);
          resolve();
        });
      }),
  };
}

/** Whether the process that opened a socket still runs. */
export async function isPresent(directory: string, name: string): Promise<boolean> {
  const folder = openSync(directory, 'r');
  try {
    return await new Promise<boolean>((resolve) => {
      const connection = connect(pathBelow(folder, name));
      connection.once('connect', () => {
        connection.destroy();
        resolve(true);
      });
      connection.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
    });
  } finally {
    closeSync(folder);
  }
}

/** The path of a socket can have at most 107 bytes, and the path of an open folder is short. */
const pathBelow = (descriptor: number, name: string): string => `/proc/self/fd/${descriptor}/${name}`;
