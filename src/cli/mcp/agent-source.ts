import { type Client, createClient, type Transport } from '../../client/node-client.ts';
import type { RunRecord } from '../../record/format.ts';
import { wrongUsage } from '../failure.ts';

/** A record that an agent has opened. */
interface OpenedRecord {
  readonly file: string;
  readonly record: RunRecord;
  readonly transport: Transport;
}

type Scope = Omit<Parameters<typeof createClient>[0], 'url' | 'transport'>;

/** The data source of an agent: the emulator, unless the agent has opened a record. */
export class AgentSource {
  readonly #mayRead: (file: string) => boolean;
  #opened: OpenedRecord | null = null;

  /** @param mayRead whether the agent may name a file */
  constructor(mayRead: (file: string) => boolean) {
    this.#mayRead = mayRead;
  }

  /** The file of the open record; null if no record is open. */
  get file(): string | null {
    return this.#opened?.file ?? null;
  }

  /** @throws Error of one line if the file is not a record, or if the agent is not allowed to read it */
  async open(file: string): Promise<RunRecord> {
    const record = await this.read(file);
    const [{ openRecord }, { declarations }] = await Promise.all([
      import('../../record/answers/recorded-client.ts'),
      import('../../sandbox/declarations.ts'),
    ]);
    this.#opened = { file, record, transport: openRecord(record, declarations()).transport };
    return record;
  }

  close(): void {
    this.#opened = null;
  }

  /** The client that answers from the open record; null if no record is open. */
  clientOf(scope: Scope): Client | null {
    if (this.#opened === null) return null;
    const { transport, record } = this.#opened;
    return createClient({ url: record.head.url, transport, ...scope });
  }

  /** The record in a file, or the open record. @throws as `open` does */
  async read(file: string): Promise<RunRecord> {
    if (file === this.#opened?.file) return this.#opened.record;
    const [{ readRecord }, { declarations }] = await Promise.all([
      import('../../record/read/read.ts'),
      import('../../sandbox/declarations.ts'),
    ]);
    return readRecord(this.allowed(file), declarations());
  }

  /** The text of a record file. @throws as `open` does */
  async pageOf(file: string): Promise<string> {
    const { pageIn } = await import('../../record/read/read.ts');
    return pageIn(this.allowed(file));
  }

  /**
   * The file that a tool reads.
   * @throws CommandFailure (wrong usage) if the agent names no file, and no record is open
   */
  named(file: string | undefined): string {
    const meant = file ?? this.file;
    if (meant === null) throw wrongUsage('No record is open; pass a record file.');
    return meant;
  }

  /** A file that the agent names, if the agent is allowed to read it. @throws CommandFailure (wrong usage) */
  allowed(file: string): string {
    if (this.#mayRead(file)) return file;
    throw wrongUsage(
      `An agent can read only files in the folder where the emulator was started, not ${file}. To read any file, use 'npx payments-emulator mcp'.`,
    );
  }
}
