import { existsSync } from 'node:fs';
import { stopwatch, wakeAfter } from '../../../core/base/time.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../../../core/system/output-file.ts';
import type { Hidden, HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type HarCall, harEntry, harOf } from './har.ts';

/**
 * How long a change waits before it is written, in milliseconds. A file that is slow to write is written less often.
 */
const interval = 2_000;
/** The next write waits this many times as long as the last write took. */
const rest = 20;
/** The maximum size of the calls in the file, in characters. */
const mostHeld = 100_000_000;

/** Who made the calls in a capture: an application, or the walk of `compare --against`. */
export type CaptureSource = 'capture' | 'walk';

/** The comment in a capture. It shows which service and which source a file belongs to. */
const commentOf = (source: CaptureSource, { origin }: URL): string =>
  source === 'walk' ? `Walk through ${origin}` : `Capture of ${origin}`;

/** The captures that a new one may replace: those of the same source and the same service. */
export function captureKind(source: CaptureSource, from: URL): OutputKind {
  const comment = `"comment": ${JSON.stringify(commentOf(source, from))}`;
  const isWalk = source === 'walk';
  return {
    noun: `capture of ${isWalk ? 'a walk through ' : ''}${from.origin}`,
    example: isWalk ? 'walk.har' : 'service.har',
    isOwn: (beginning) => beginning.includes(comment),
    isStreamable: false,
  };
}

/** The fields of a capture that are not part of HAR. */
interface OwnFields {
  readonly _delivery?: true;
  readonly _outcome?: 'unknown';
  /** Why the text of a body is omitted. */
  readonly _left_out?: Hidden;
}

/** Where a capture is written, and where it comes from. */
export interface CaptureTarget {
  readonly file: string;
  readonly source: CaptureSource;
  /** The base address of the service. */
  readonly from: URL;
  /** The version of the emulator. */
  readonly version: string;
}

interface Entry {
  readonly call: HarCall<Hidden>;
  readonly own: OwnFields;
}

/**
 * Writes a capture. Each write replaces the whole file. Only the module for secrets can create the type of its texts.
 */
export class CaptureFile {
  readonly #file: string;
  readonly #kind: OutputKind;
  readonly #comment: string;
  readonly #options: OutputOptions & { readonly version: string };
  readonly #texts: HiddenTexts;
  readonly #note: (message: string) => void;
  /**
   * In the order in which the calls started. Null if a call is in progress, or was left out because the file is full.
   */
  #entries: (Entry | null)[] = [];
  #held = 0;
  #isChanged = true;
  #isFull = false;
  #isWritten = false;
  /** Whether the file was removed during the capture. In that case it is written again, with all calls. */
  wasRemoved = false;
  #cancel: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();

  constructor(
    { file, source, from, ...options }: OutputOptions & CaptureTarget,
    texts: HiddenTexts,
    note: (message: string) => void,
  ) {
    this.#file = file;
    this.#kind = captureKind(source, from);
    this.#comment = commentOf(source, from);
    this.#options = options;
    this.#texts = texts;
    this.#note = note;
    this.#saveAfter(interval);
  }

  get counts(): { calls: number; deliveries: number } {
    const deliveries = this.#entries.filter((entry) => entry?.own._delivery === true).length;
    return { calls: this.#entries.filter((entry) => entry !== null).length - deliveries, deliveries };
  }

  /** Reserves the position of an entry that begins now. The returned function fills it. */
  begin(): (call: HarCall<Hidden>, own: OwnFields) => void {
    const at = this.#entries.push(null) - 1;
    return (call, own) => {
      this.#held += JSON.stringify(call).length;
      if (this.#held > mostHeld) {
        if (!this.#isFull) this.#note(`${this.#file} is full. Further calls are not captured.`);
        this.#isFull = true;
        return;
      }
      this.#entries[at] = { call, own };
      this.#isChanged = true;
    };
  }

  /**
   * Writes the file for the last time.
   * @throws OutputRefused, or the system error
   */
  async close(): Promise<void> {
    this.#cancel();
    await this.#writing;
    this.#cancel();
    await this.#save();
  }

  #saveAfter(delay: number): void {
    this.#cancel = wakeAfter(delay, () => {
      const since = stopwatch();
      this.#writing = this.#save()
        .catch((error: Error) => this.#note(`${this.#file} cannot be written: ${error.message}`))
        .then(() => this.#saveAfter(Math.max(interval, rest * (stopwatch() - since))));
    });
  }

  async #save(): Promise<void> {
    if (this.#isWritten && !existsSync(this.#file)) {
      this.#note(`${this.#file} was removed during the capture. It is written again, with all calls.`);
      this.wasRemoved = true;
      this.#isWritten = false;
      this.#isChanged = true;
    }
    if (!this.#isChanged) return;
    const hide = this.#texts.news();
    if (hide !== null) {
      this.#entries = this.#entries.map((entry) => entry && { ...entry, call: mapTexts(entry.call, hide) });
    }
    this.#isChanged = false;
    const entries = this.#entries.flatMap((entry) => (entry === null ? [] : [harEntry(entry.call, { ...entry.own })]));
    const { version, ...options } = this.#options;
    try {
      const text = `${JSON.stringify(harOf(entries, version, this.#comment), null, 1)}\n`;
      await writeOutput(this.#file, text, this.#kind, options);
      this.#isWritten = true;
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }
}

/** Copies a call and replaces each text in it. */
function mapTexts<V>(value: V, of: (text: Hidden) => Hidden): V {
  if (typeof value === 'string') return of(value as string as Hidden) as string as V;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, of)) as V;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, of)])) as V;
}
