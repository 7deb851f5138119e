import type {
  AttemptView,
  BothAnswers,
  EndpointView,
  ObjectView,
  SnapshotDiff,
} from '../../../sandbox/control/wire.ts';
import type { Cell, Line } from '../cells.ts';
import type { Move } from '../moves/moves.ts';

/** Text of any length, line by line. */
export interface Text {
  readonly type: 'text';
  readonly lines: readonly string[];
  /** Whether the lines are indented JSON. */
  readonly isJson: boolean;
  /** Why the end is missing; null if the text is complete. */
  readonly cut: string | null;
}

export interface Field {
  readonly name: string;
  readonly value: readonly Cell[];
}

/** One part of the details. The renderer decides how to show each type. */
export type Block =
  /** Sentences, one per line. */
  | { readonly type: 'lines'; readonly lines: readonly Line[] }
  /** Names with their values. */
  | { readonly type: 'fields'; readonly fields: readonly Field[] }
  /** Rows of cells, and the columns that are right-aligned because they contain amounts. */
  | { readonly type: 'table'; readonly rows: readonly (readonly Cell[])[]; readonly amounts?: readonly number[] }
  /** Causes, with their effects below them. */
  | { readonly type: 'tree'; readonly rows: readonly { readonly depth: number; readonly cells: readonly Cell[] }[] }
  /** The names of the legal moves, such as `payout.return`. */
  | { readonly type: 'moves'; readonly names: readonly string[] }
  /** An email as the recipient sees it, with the URL of the emulator's page. */
  | { readonly type: 'mail'; readonly address: string; readonly subject: string }
  /** The states that an object can be in, and the states that it went through. */
  | { readonly type: 'life'; readonly life: Life }
  /** Changed fields with their previous values. */
  | { readonly type: 'changes'; readonly changes: readonly ShownChange[] }
  /** Records that differ from a snapshot, and the number of other records that differ. */
  | { readonly type: 'records'; readonly records: readonly ShownRecord[]; readonly more: number }
  /** The responses of the service and of the emulator, side by side. */
  | { readonly type: 'answers'; readonly answers: BothAnswers }
  /** One attempt: the request to a receiver, and the response. */
  | { readonly type: 'attempt'; readonly attempt: AttemptView; readonly at: Cell; readonly body: Text | null }
  | Text;

export interface ShownChange {
  readonly field: string;
  readonly from: Cell;
  readonly to: Cell;
}

/** A record that differs from a snapshot: what it is, in words, and its changed fields. */
export interface ShownRecord extends Pick<SnapshotDiff['kinds'][number]['records'][number], 'id' | 'change'> {
  readonly about: readonly Cell[];
  readonly fields: readonly ShownChange[];
}

/** One change of an object's state. */
export interface Step {
  readonly from: string | null;
  readonly to: string;
  readonly verb: string;
  /** When the state changed (emulated time, ISO 8601); null if no event reports it. */
  readonly at: string | null;
  /** The short form of the instant. */
  readonly shown: string;
  /** The event that reported the change, or the request that created the object. */
  readonly id: string;
}

/** The states of an object's kind, the moves between them, and the moves that the object made. */
export interface Life {
  readonly state: string;
  readonly moves: readonly Pick<Move, 'name' | 'verb' | 'from' | 'to' | 'about'>[];
  /** The steps, oldest first. */
  readonly steps: readonly Step[];
  /** The names of the moves that are legal now. */
  readonly legal: readonly string[];
}

/** A part of the details with a heading. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Whether a renderer that can fold sections shows only the heading at first. */
  readonly isFolded?: boolean;
}

export interface Details {
  readonly title: string;
  /** The current object. */
  readonly object?: ObjectView;
  /** The current webhook endpoint. */
  readonly endpoint?: EndpointView;
  readonly sections: readonly Section[];
  /** The JSON to copy, and to open in other programs. */
  readonly json: string;
}

/** A section of sentences. */
export const sentences = (heading: string, ...texts: readonly (string | Line)[]): Section => ({
  heading,
  blocks: [{ type: 'lines', lines: texts.map((text) => (typeof text === 'string' ? [{ text }] : text)) }],
});

/** Indented JSON without control characters. */
export const jsonText = (json: string): Text => ({ type: 'text', lines: json.split('\n'), isJson: true, cut: null });
