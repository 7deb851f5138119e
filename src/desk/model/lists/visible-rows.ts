import type { Session } from '../session.ts';
import type { Row, View } from '../views/view.ts';
import type { Position } from './position.ts';

/** The rows on the screen, for modules that keep data only for these rows. */
export interface VisibleRows {
  readonly session: Session;
  readonly view: View;
  readonly position: Position;
  /** Why the filter of the view is invalid; null if the filter is valid. */
  readonly filterRefusal: string | null;
  readonly rows: readonly Row[];
  readonly index: number;
  readonly selected: Row | null;
  /** The open details; null if no details are open. */
  readonly details: object | null;
  move(step: number): void;
  pin(key: string | null): void;
}
