import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/* Processes of this machine, and their connections. Only Linux shows them; elsewhere there are none. */

/** The processes whose environment contains all of these variables, such as `EMULATOR_RUN=3`, without this process. */
export function processesWith(variables: readonly string[]): number[] {
  if (variables.length === 0) return [];
  return namesIn('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && hasVariables(pid, variables));
}

export function hasVariables(pid: number, variables: readonly string[]): boolean {
  const held = new Set(textOf(`/proc/${pid}/environ`).split('\0'));
  return variables.every((each) => held.has(each));
}

/** The processes from which a process descends, and the process itself, first. */
export function lineageOf(pid: number): number[] {
  const lineage: number[] = [];
  for (let next = pid; next > 1 && next !== process.pid; next = parentOf(next)) lineage.push(next);
  return lineage;
}

/** The name of a program in this file may contain spaces and parentheses. */
const parentOf = (pid: number): number =>
  Number(
    textOf(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[1] ?? 0,
  );

/** A socket, as `/proc/net/tcp` shows it. */
interface SocketRow {
  readonly port: number;
  readonly remotePort: number;
  readonly isListening: boolean;
  readonly inode: string;
}

/** The sockets of this machine. Clients in Java use IPv6 for every address. */
function* socketRows(): Generator<SocketRow> {
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of textOf(file).split('\n').slice(1)) {
      const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (local !== '') yield { port: portIn(local), remotePort: portIn(remote), isListening: state === '0A', inode };
    }
  }
}

const portIn = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

/** The socket that is connected from a port of this machine to another one; null if there is none. */
export function socketAt(port: number, remotePort: number): string | null {
  for (const row of socketRows()) if (row.port === port && row.remotePort === remotePort) return row.inode;
  return null;
}

/** The sockets that listen at a port of this machine. */
export const socketsListeningAt = (port: number): string[] =>
  [...socketRows()].flatMap((row) => (row.isListening && row.port === port ? row.inode : []));

/** Whether a process has one of some sockets. */
export function hasSocket(pid: number, inodes: readonly string[]): boolean {
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`));
  return namesIn(`/proc/${pid}/fd`).some((name) => links.has(linkOf(`/proc/${pid}/fd/${name}`)));
}

/** A process may end while it is read, or belong to another user. */
function unlessGone<A>(read: () => A, otherwise: A): A {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const namesIn = (folder: string): string[] => unlessGone(() => readdirSync(folder), []);
const textOf = (file: string): string => unlessGone(() => readFileSync(file, 'latin1'), '');
const linkOf = (file: string): string => unlessGone(() => readlinkSync(file), '');
