import { dim } from '../cells.ts';
import type { Row } from '../views/view.ts';

/** Where somebody is in a view. */
export interface Position {
  /** The key of the row that is selected; null: the newest row, whatever comes. */
  key: string | null;
  /** The newest row when another one was selected; null while the newest is. */
  seen: string | null;
  /** The index that the selected row had, for when it is gone. */
  index: number;
  /** Which part of a view that has several. */
  part: number;
  filter: string;
}

/** Stands where rows were not loaded. */
export const gapRow: Row = {
  key: 'gap',
  target: { type: 'note', text: 'Rows that were not loaded; they are as soon as you go there.' },
  cells: () => ['', dim('… more between, loaded as you go there …')],
};
