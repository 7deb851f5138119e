import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { realNow } from '../core/base/time.ts';
import { endpointsIn } from '../sandbox/control/events/endpoint-views.ts';
import { deliveryView } from '../sandbox/control/events/event-views.ts';
import { endedView, presentView } from '../sandbox/control/log/history.ts';
import { recordedRequest } from '../sandbox/control/log/request-views.ts';
import { listen } from '../sandbox/control/log/stream.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import type { ReportedLine, RunView } from '../sandbox/control/wire.ts';

/** The environment variable that names the folder for the records of emulators. The surrounding audit reads them. */
const recordVariable = 'EMULATOR_RECORD';

/**
 * Records the run of an emulator for the audit that started its command. Each process writes its own file in the
 * folder that the environment names. It writes each line immediately, because test runners kill their processes.
 * @returns a function that ends the record; without an audit, nothing is recorded
 */
export function reportAround(sandbox: Sandbox, warn: (message: string) => void): () => void {
  const folder = process.env[recordVariable];
  return folder === undefined || folder === '' ? () => {} : new Reporter(sandbox, folder, warn).begin();
}

class Reporter {
  readonly #sandbox: Sandbox;
  readonly #warn: (message: string) => void;
  readonly #path: string;
  /** Opened when the first line is written, so that an idle emulator creates no file. */
  #file: number | null = null;
  #isOver = false;
  /** The workspaces whose current state is already recorded. */
  readonly #begun = new Set<string>();

  constructor(sandbox: Sandbox, folder: string, warn: (message: string) => void) {
    this.#sandbox = sandbox;
    this.#warn = warn;
    this.#path = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}.ndjson`);
  }

  begin(): () => void {
    const { requests, pastRuns, webhooks, defaultWorkspace } = this.#sandbox;
    requests.onAdd((request) => {
      this.#tell(request.workspace_id ?? defaultWorkspace, () => ({ request: recordedRequest(request) }));
    });
    const end = listen(
      this.#sandbox,
      ({ type, data, workspace }) => {
        if (workspace === null) return;
        if (type === 'delivery') this.#tell(workspace, () => ({ deliveries: [data] }));
        if (type !== 'event') return;
        this.#tell(workspace, () => ({
          event: data,
          deliveries: webhooks
            .deliveriesOf(workspace, data.mode, data.id)
            .map((delivery) => deliveryView(this.#sandbox.engine, workspace, data.mode, delivery)),
          endpoints: endpointsIn(this.#sandbox, workspace),
        }));
      },
      new Set(['event', 'delivery']),
    );
    pastRuns.onEnd((pastRun) => {
      this.#begun.delete(pastRun.workspace);
      this.#write(endedView(this.#sandbox, pastRun));
    });
    return () => {
      end();
      this.#close();
    };
  }

  /** Writes a line. The first line of a workspace contains its whole current state. */
  #tell(workspace: string, told: () => Pick<ReportedLine, 'request' | 'event' | 'deliveries' | 'endpoints'>): void {
    if (this.#isOver || this.#sandbox.engine.workspace(workspace) === undefined) return;
    if (this.#begun.has(workspace)) {
      this.#write({ workspace, real_now: realNow(), ...told() });
      return;
    }
    this.#begun.add(workspace);
    this.#write(presentView(this.#sandbox, workspace, workspace === this.#sandbox.defaultWorkspace));
  }

  #write(line: ReportedLine | RunView): void {
    if (this.#isOver) return;
    try {
      this.#file ??= openSync(this.#path, 'a', 0o600);
      writeSync(this.#file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      this.#close();
      this.#warn(
        `The audit of this emulator is incomplete, because events could not be written: ${(error as Error).message}`,
      );
    }
  }

  #close(): void {
    this.#isOver = true;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
