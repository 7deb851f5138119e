import type { Column } from '../../model/cells.ts';
import type { View } from '../../model/views/view.ts';

/** The width of a column, in terminal columns. */
interface Room {
  /** The least width. */
  readonly width: number;
  /** The column's share of the remaining width. */
  readonly grow?: number;
  /** The greatest width. */
  readonly most?: number;
  /** The minimum width in lists of at least 62 columns, and in lists of fewer than 60 columns. */
  readonly roomy?: number;
  readonly tight?: number;
}

/** A column of a list, with its width. */
export interface RoomyColumn extends Column, Room {}

type Rooms = Readonly<Record<string, Room>>;

const ofObjects: Rooms = {
  created: { width: 11, roomy: 12 },
  id: { width: 10, grow: 4, most: 24 },
  amount: { width: 11 },
  state: { width: 18, tight: 12 },
  person: { width: 14, grow: 2, most: 36 },
  '': { width: 12, grow: 4 },
};

/** The widths of the columns, by view and column name. */
const rooms: Readonly<Record<string, Rooms>> = {
  activity: {
    at: { width: 12 },
    what: { width: 19, roomy: 24, grow: 4, most: 46 },
    answer: { width: 4, roomy: 6 },
    latency: { width: 7 },
    object: { width: 9, grow: 2, most: 24 },
    amount: { width: 10 },
    '': { width: 18, grow: 3 },
  },
  webhooks: {
    at: { width: 11, roomy: 12 },
    event: { width: 18, grow: 2, most: 28 },
    to: { width: 7, grow: 2, most: 30 },
    answer: { width: 6 },
    state: { width: 9 },
    latency: { width: 7 },
    object: { width: 9, grow: 1, most: 24 },
    amount: { width: 10 },
    person: { width: 12, grow: 4, most: 28 },
    '': { width: 14, grow: 2 },
  },
  ledger: {
    at: { width: 11, roomy: 12 },
    account: { width: 10 },
    amount: { width: 14 },
    reason: { width: 14, grow: 1, most: 28 },
    for: { width: 10, grow: 1, most: 26 },
    movement: { width: 10, grow: 1 },
  },
  clock: {
    in: { width: 10 },
    due: { width: 11, roomy: 12 },
    '': { width: 1 },
    job: { width: 14, grow: 2, most: 34 },
    for: { width: 9, grow: 1, most: 26 },
    amount: { width: 9 },
    person: { width: 12, grow: 2, most: 36 },
  },
  mail: {
    at: { width: 11, roomy: 12 },
    to: { width: 18, grow: 1, most: 36 },
    subject: { width: 20, grow: 2 },
    attached: { width: 8, grow: 1, most: 24 },
  },
  faults: {
    '': { width: 5 },
    what: { width: 16, grow: 1, most: 30 },
    'where or when': { width: 18, grow: 2 },
    happened: { width: 16, grow: 1, most: 24 },
    id: { width: 10, grow: 1 },
  },
  endpoints: {
    to: { width: 20, grow: 4 },
    state: { width: 8 },
    answer: { width: 6 },
    failed: { width: 10 },
    waiting: { width: 7 },
    p95: { width: 7 },
    last: { width: 11 },
    events: { width: 10, grow: 2 },
  },
  findings: {
    level: { width: 8 },
    rule: { width: 20, grow: 1, most: 34 },
    what: { width: 24, grow: 6 },
    where: { width: 14, grow: 1, most: 28 },
  },
  comparison: {
    kind: { width: 13 },
    operation: { width: 20, grow: 1, most: 34 },
    place: { width: 16, grow: 1, most: 34 },
    seen: { width: 9 },
    'what differs': { width: 24, grow: 6 },
  },
};

/** The width of a column that the table does not name. */
const unknown: Room = { width: 12, grow: 1 };

/** The minimum width of a list that shows the time beside dates. */
const roomyFrom = 62;

/** The columns of a view at a width. Wide terminals give more space to amounts and dates. */
export function columnsIn({ name, columns }: View, width: number): readonly RoomyColumn[] {
  const own = rooms[name] ?? ofObjects;
  return columns.map((column) => {
    const room = own[column.name] ?? unknown;
    const least = width >= roomyFrom ? room.roomy : width < 60 ? room.tight : undefined;
    const isSpaced = width > 160 && column.right === true;
    return { ...column, ...room, width: isSpaced ? room.width + 3 : (least ?? room.width) };
  });
}
