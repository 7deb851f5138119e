import type { Column } from '../../desk/cells.ts';
import type { View } from '../../desk/views/view.ts';

/** How much room a column takes, in columns of the terminal. */
interface Room {
  /** Its least width. */
  readonly width: number;
  /** Its share of the room that is left over. */
  readonly grow?: number;
  /** Its greatest width. */
  readonly most?: number;
  /** Its least width where the list has 62 columns and more, and where it has less than 60. */
  readonly roomy?: number;
  readonly tight?: number;
}

/** A column of a list, with its room. */
export interface RoomyColumn extends Column, Room {}

type Rooms = Readonly<Record<string, Room>>;

const ofObjects: Rooms = {
  made: { width: 8, roomy: 12 },
  id: { width: 10, grow: 4, most: 24 },
  amount: { width: 11 },
  state: { width: 18, tight: 12 },
  with: { width: 14, grow: 2, most: 36 },
  '': { width: 12, grow: 4 },
};

/** The room of each column, by the names of views and of their columns. */
const rooms: Readonly<Record<string, Rooms>> = {
  activity: {
    at: { width: 8 },
    what: { width: 19, grow: 4, most: 46 },
    answer: { width: 4 },
    took: { width: 7 },
    object: { width: 9, grow: 2, most: 24 },
    amount: { width: 10 },
    '': { width: 18, grow: 3 },
  },
  webhooks: {
    at: { width: 8, roomy: 12 },
    event: { width: 17, tight: 12, grow: 2, most: 28 },
    answer: { width: 6 },
    took: { width: 7 },
    state: { width: 9 },
    object: { width: 9, grow: 1, most: 24 },
    amount: { width: 10 },
    about: { width: 12, grow: 4, most: 28 },
    '': { width: 14, grow: 2 },
    to: { width: 15, grow: 1, most: 30 },
  },
  ledger: {
    at: { width: 8, roomy: 12 },
    account: { width: 10 },
    amount: { width: 14 },
    why: { width: 14, grow: 1, most: 28 },
    for: { width: 10, grow: 1, most: 26 },
    movement: { width: 10, grow: 1 },
  },
  clock: {
    in: { width: 10 },
    due: { width: 8, grow: 3, most: 20 },
    '': { width: 1 },
    job: { width: 14, grow: 2, most: 34 },
    for: { width: 9, grow: 1, most: 26 },
    amount: { width: 9 },
    with: { width: 12, grow: 2, most: 36 },
  },
  mail: {
    at: { width: 8, roomy: 12 },
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
  findings: {
    level: { width: 8 },
    rule: { width: 20, grow: 1, most: 34 },
    what: { width: 24, grow: 6 },
    where: { width: 14, grow: 1, most: 28 },
  },
};

/** What a column takes that nobody has measured. */
const unknown: Room = { width: 12, grow: 1 };

/** From so many columns on a list has room for the hour beside the date. */
const roomyFrom = 62;

/** The columns of a view in a width: wide terminals get some more room before amounts, and for dates. */
export function columnsIn({ name, columns }: View, width: number): readonly RoomyColumn[] {
  const own = rooms[name] ?? ofObjects;
  return columns.map((column) => {
    const room = own[column.name] ?? unknown;
    const least = width >= roomyFrom ? room.roomy : width < 60 ? room.tight : undefined;
    const isSpaced = width > 160 && column.right === true;
    return { ...column, ...room, width: isSpaced ? room.width + 3 : (least ?? room.width) };
  });
}
