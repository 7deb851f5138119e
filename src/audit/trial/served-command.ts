import { type CommandOptions, RunningCommand } from '../../core/system/running-command.ts';
import type { RunEnd, StartedCommand } from './run.ts';

/** Marks the processes of the application, which has the environment of the command. */
const mark = 'EMULATOR_SERVED';

/**
 * A command, and the application that `--serve` starts beside it. The application keeps running after the command, and
 * both end together.
 */
export class ServedCommand implements StartedCommand {
  readonly ended: Promise<RunEnd>;
  readonly #command: RunningCommand;
  readonly #application: RunningCommand;

  /** @param serve the shell command that starts the application */
  constructor(words: readonly string[], serve: string, options: CommandOptions) {
    const env = { ...options.env, [mark]: '1' };
    const marks = [...(options.marks ?? []), mark];
    this.#application = new RunningCommand([serve], { env, marks, inShell: true });
    this.#command = new RunningCommand(words, options);
    this.ended = this.#firstEnd();
  }

  get failure(): string | null {
    return this.#command.failure;
  }

  /** The output of both. The last message is that of the command. */
  get output(): string {
    return [this.#application, this.#command]
      .map(({ output }) => output)
      .filter((text) => text !== '')
      .join('\n');
  }

  get hasProcesses(): boolean {
    return this.#application.hasProcesses || this.#command.hasProcesses;
  }

  async end(): Promise<void> {
    await Promise.all([this.#command.end(), this.#application.end()]);
  }

  kill(): void {
    this.#command.kill();
    this.#application.kill();
  }

  /** How the command ended, or the application before it. */
  async #firstEnd(): Promise<RunEnd> {
    const first = await Promise.race([this.#command.ended, this.#goneWith()]);
    if (typeof first !== 'number') return first;
    await this.#command.end();
    const own = await this.#command.ended;
    // A time limit ends the processes of both.
    return own.timedOut ? own : { status: Math.max(1, first), timedOut: false, isServer: true };
  }

  /** The status of an application that ended; pending if it left a server running. */
  async #goneWith(): Promise<number> {
    const { status } = await this.#application.ended;
    return this.#application.hasProcesses ? new Promise(() => {}) : status;
  }
}
