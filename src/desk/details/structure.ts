import type { AttemptView, FieldChange, ObjectView, SnapshotDiff } from '../../control/wire.ts';
import type { Cell, Line } from '../cells.ts';
import type { Move } from '../moves/moves.ts';

/** A text of any length, line by line. */
export interface Text {
  readonly type: 'text';
  readonly lines: readonly string[];
  /** Whether the lines are JSON, indented. */
  readonly isJson: boolean;
  /** Why its end is missing; null: it is whole. */
  readonly cut: string | null;
}

export interface Field {
  readonly name: string;
  readonly value: readonly Cell[];
}

/** What a part of the details is made of: whoever draws it knows how each looks. */
export type Block =
  /** Sentences, a line each. */
  | { readonly type: 'lines'; readonly lines: readonly Line[] }
  /** Names, each with what it is. */
  | { readonly type: 'fields'; readonly fields: readonly Field[] }
  /** Rows of cells; the first cell of amounts stands on the right of its column. */
  | { readonly type: 'table'; readonly rows: readonly (readonly Cell[])[]; readonly isOfAmounts?: boolean }
  /** Causes, with what came of them below. */
  | { readonly type: 'tree'; readonly rows: readonly { readonly depth: number; readonly cells: readonly Cell[] }[] }
  /** The moves that are legal now, by their names: `payout.return`. */
  | { readonly type: 'moves'; readonly names: readonly string[] }
  /** A mail as it looks: the page of the emulator that shows it. */
  | { readonly type: 'mail'; readonly address: string; readonly subject: string }
  /** The states that an object may be in, and the way that it took through them. */
  | { readonly type: 'life'; readonly life: Life }
  /** Fields with what they were before. */
  | { readonly type: 'changes'; readonly changes: readonly FieldChange[] }
  /** Records that differ from those of a snapshot, and how many more there are. */
  | { readonly type: 'records'; readonly records: SnapshotDiff['kinds'][number]['records']; readonly more: number }
  /** What was sent to a receiver once, and what it said. */
  | { readonly type: 'attempt'; readonly attempt: AttemptView; readonly body: Text | null }
  | Text;

/** A change of state that an object went through. */
export interface Step {
  readonly from: string | null;
  readonly to: string;
  readonly verb: string;
  /** When, in the emulated time: ISO 8601. */
  readonly at: string;
  /** The event that tells of it. */
  readonly event: string;
}

/** The states that an object may be in, the moves between them, and the way that it took. */
export interface Life {
  readonly state: string;
  readonly moves: readonly Pick<Move, 'name' | 'verb' | 'from' | 'to' | 'about'>[];
  /** The oldest first. */
  readonly steps: readonly Step[];
  /** The names of the moves that are legal now. */
  readonly legal: readonly string[];
}

/** A part of the details with a heading. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface Details {
  readonly title: string;
  /** The object that they show, as it is now. */
  readonly object?: ObjectView;
  readonly sections: readonly Section[];
  /** What is copied, and opened elsewhere. */
  readonly json: string;
}

/** A section of sentences. */
export const sentences = (heading: string, ...texts: readonly (string | Line)[]): Section => ({
  heading,
  blocks: [{ type: 'lines', lines: texts.map((text) => (typeof text === 'string' ? [{ text }] : text)) }],
});

/** Indented JSON in which no control characters are. */
export const jsonText = (json: string): Text => ({ type: 'text', lines: json.split('\n'), isJson: true, cut: null });
