import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import type { OpenFinding } from './findings.ts';

/** What differs already, so that later differences follow from it. */
export class Consequences {
  readonly #bindings: Bindings;
  /** What is different about a thing later follows from these, by the service's ids. */
  readonly #tainted = new Map<string, OpenFinding>();
  /** Ids of things that one side alone made, each with the reason; null: none is known. */
  readonly lost = new Map<string, OpenFinding | null>();
  /** The ids that the service showed. */
  readonly shown = new Set<string>();
  #moved: OpenFinding | null = null;

  /** The ids of what was there before the capture. */
  readonly earlier = new Set<string>();
  /** What becomes of those by time, which nobody can ask again; no finding, but a reason why something is not compared. */
  readonly unknown: OpenFinding;

  constructor(bindings: Bindings, first: CapturedCall) {
    this.#bindings = bindings;
    this.unknown = {
      key: '',
      kind: 'behaviour',
      operation: '',
      place: 'what became later of things that were there before',
      service: null,
      emulator: null,
      seen: 0,
      counted: '',
      first,
      consequences: 0,
      row: null,
      change: null,
    };
  }

  /** The first difference that moves sums which belong to no object, such as a balance; null: there is none. */
  get moved(): OpenFinding | null {
    return this.#moved;
  }

  taint(id: string, root: OpenFinding): void {
    if (!this.#tainted.has(id)) this.#tainted.set(id, root);
  }

  /** Notes that sums may differ from now on. */
  move(root: OpenFinding): void {
    this.#moved ??= root;
  }

  /** Whether an id of the service names something that the emulator does not have. */
  isLost(id: string): boolean {
    return this.lost.has(id) || (this.shown.has(id) && this.#bindings.emulatorOf(id) === undefined);
  }

  /** The finding that a lost thing follows from; null: none is known. */
  rootOfLost(id: string): OpenFinding | null {
    return this.lost.get(id) ?? this.#moved;
  }

  rootOf(id: string | undefined): OpenFinding | null {
    if (id === undefined) return null;
    return this.#tainted.get(id) ?? (this.earlier.has(id) ? this.unknown : null);
  }
}
