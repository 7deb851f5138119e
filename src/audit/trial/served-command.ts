import { once } from 'node:events';
import { connect } from 'node:net';
import { pause } from '../../core/base/time.ts';
import { type CommandOptions, RunningCommand } from '../../core/system/running-command.ts';
import { servedMark } from '../observed/callers.ts';
import type { RunEnd, StartedCommand } from './run.ts';

/** How long the application may take to listen before the command starts all the same, in real milliseconds. */
const longestStart = 20_000;
const lookAgainAfter = 25;

interface Served {
  readonly command: string;
  /** The address at which it is called; null if no option names one. */
  readonly address: URL | null;
}

/**
 * A command, and the application that `--serve` starts beside it. The command starts once the application listens. The
 * application keeps running after the command, and both end together.
 */
export class ServedCommand implements StartedCommand {
  readonly ended: Promise<RunEnd>;
  readonly #application: RunningCommand;
  /** Null until the application listens. */
  #command: RunningCommand | null = null;

  constructor(words: readonly string[], { command, address }: Served, options: CommandOptions) {
    const env = { ...options.env, [servedMark]: '1' };
    const marks = [...(options.marks ?? []), servedMark];
    this.#application = new RunningCommand([command], { env, marks, inShell: true });
    this.ended = this.#run(words, address, options);
  }

  get failure(): string | null {
    return this.#command?.failure ?? null;
  }

  /** The output of both. The last message is that of the command. */
  get output(): string {
    return [this.#application, this.#command]
      .flatMap((each) => each?.output ?? '')
      .filter((text) => text !== '')
      .join('\n');
  }

  get hasProcesses(): boolean {
    return this.#application.hasProcesses || this.#command?.hasProcesses === true;
  }

  async end(): Promise<void> {
    await Promise.all([this.#command?.end(), this.#application.end()]);
  }

  kill(): void {
    this.#command?.kill();
    this.#application.kill();
  }

  /** Runs the command beside the application. @returns how the command ended, or the application before it */
  async #run(words: readonly string[], address: URL | null, options: CommandOptions): Promise<RunEnd> {
    const gone = this.#goneWith();
    const early = address === null ? null : await Promise.race([gone, this.#listening(address)]);
    if (early !== null) return endOf(early);
    const command = new RunningCommand(words, options);
    this.#command = command;
    const first = await Promise.race([command.ended, gone]);
    if (typeof first !== 'number') return first;
    await command.end();
    const own = await command.ended;
    // A time limit ends the processes of both.
    return own.timedOut ? own : endOf(first);
  }

  /** Resolves with null once the application listens, or has had its time for it. */
  async #listening(address: URL): Promise<null> {
    for (let waited = 0; waited < longestStart && this.#application.hasProcesses; waited += lookAgainAfter) {
      if (await isListening(address)) break;
      await pause(lookAgainAfter);
    }
    return null;
  }

  /** The status of an application that ended; pending if it left a server running. */
  async #goneWith(): Promise<number> {
    const { status } = await this.#application.ended;
    return this.#application.hasProcesses ? new Promise(() => {}) : status;
  }
}

/** How a run ends whose application ended before the command. */
const endOf = (status: number): RunEnd => ({ status: Math.max(1, status), timedOut: false, isServer: true });

async function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const usual = protocol === 'https:' ? 443 : 80;
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
