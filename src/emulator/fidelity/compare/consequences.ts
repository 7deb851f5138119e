import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import type { OpenFinding } from './findings.ts';

/** Tracks what already differs, to recognize differences that follow from it. */
export class Consequences {
  readonly #bindings: Bindings;
  /** The findings that explain later differences in an object, by the service's ids. */
  readonly #tainted = new Map<string, OpenFinding>();
  /** The ids of things that only one side created, each with the finding that explains it; null if none is known. */
  readonly lost = new Map<string, OpenFinding | null>();
  /** The ids in the service's responses. */
  readonly shown = new Set<string>();
  #moved: OpenFinding | null = null;

  /** The ids of objects that existed before the capture. */
  readonly earlier = new Set<string>();
  /** Whether any of them can change a balance. */
  hasEarlierMoney = false;
  /**
   * Later changes to these objects, which no call can reproduce. They are not a finding, but a reason why something is
   * not compared.
   */
  readonly unknown: OpenFinding;

  constructor(bindings: Bindings, first: CapturedCall) {
    this.#bindings = bindings;
    this.unknown = {
      key: '',
      kind: 'behaviour',
      operation: '',
      place: 'later changes to objects that existed before the capture',
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

  /** The first difference that affects sums outside of any object, such as a balance; null if there is none. */
  get moved(): OpenFinding | null {
    return this.#moved;
  }

  taint(id: string, root: OpenFinding): void {
    if (!this.#tainted.has(id)) this.#tainted.set(id, root);
  }

  /** Records that sums can differ from now on. */
  move(root: OpenFinding): void {
    this.#moved ??= root;
  }

  /** Whether an id of the service refers to something that the emulator does not have. */
  isLost(id: string): boolean {
    return this.lost.has(id) || (this.shown.has(id) && this.#bindings.emulatorOf(id) === undefined);
  }

  /** The finding that explains why something is lost; null if none is known. */
  rootOfLost(id: string): OpenFinding | null {
    return this.lost.get(id) ?? this.#moved;
  }

  rootOf(id: string | undefined): OpenFinding | null {
    if (id === undefined) return null;
    return this.#tainted.get(id) ?? (this.earlier.has(id) ? this.unknown : null);
  }
}
