import type { Session } from '../session.ts';
import type { Row, View } from '../views/view.ts';
import type { Position } from './position.ts';

/** The rows that somebody looks at, for what is kept of them. */
export interface Shown {
  readonly session: Session;
  readonly view: View;
  readonly position: Position;
  /** Why the filter of the view means nothing; null: it means something. */
  readonly filterRefusal: string | null;
  readonly rows: readonly Row[];
  readonly index: number;
  readonly selected: Row | null;
  /** Null where no details are open. */
  readonly details: object | null;
  move(step: number): void;
  pin(key: string | null): void;
}
