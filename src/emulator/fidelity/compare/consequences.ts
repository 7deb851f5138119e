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

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
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
    return id === undefined ? null : (this.#tainted.get(id) ?? null);
  }
}
