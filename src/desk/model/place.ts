import { amount } from '../../core/base/terminal-text.ts';
import type { SumsView } from '../../sandbox/control/wire.ts';
import type { Desk } from './desk.ts';
import { words } from './format.ts';

/** The user's position in a list, and the number of its rows. */
export interface ListPlace {
  /** How many rows are marked, and how many of these rows the list does not show. */
  readonly marked: number;
  readonly hidden: number;
  /** Whether the emulator is still searching for rows that match the filter. */
  readonly isLooking: boolean;
  readonly filter: string;
  /** The mark whose section is shown; null if no section is selected. */
  readonly section: string | null;
  /** The number of rows that arrived since the user left the newest row. */
  readonly newer: number;
  /** The position of the selected row, counted from 1; null if the list is empty. */
  readonly at: number | null;
  /** The number of rows. */
  readonly of: number;
  /** The position and the number of rows: `3 of 41`; `3 of 22 so far` if the older rows are not loaded. */
  readonly text: string;
  /** The sums of all rows that match the filter, such as `Sum of 41: $1,204.00  of these: refund -$20.00`. */
  readonly sums: string;
}

export function placeOf(desk: Desk): ListPlace {
  const { rows, view, position, index, marks, session, gap } = desk;
  const { filter, part, only } = position;
  const marked = marks.all;
  const known = view.total?.(session, part);
  const total = known ?? rows.length;
  const isFiltered = filter !== '' || only !== null;
  // After a gap, rows are counted from the end.
  const at = gap !== null && index >= gap && !isFiltered ? total - (rows.length - 1 - index) : index + 1;
  const of = isFiltered ? rows.length : Math.max(total, rows.length);
  const isMore = desk.hasMore && (isFiltered || known === undefined);
  return {
    marked: marked.size,
    hidden: marked.size === 0 ? 0 : marked.size - rows.filter(({ key }) => marked.has(key)).length,
    isLooking: desk.pending.isSearching,
    filter,
    section: typeof only === 'string' ? only : null,
    newer: newerThan(desk),
    at: rows.length === 0 ? null : at,
    of,
    text: `${at.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}${isMore ? ' so far' : ''}`,
    sums: only === null ? sumsText(view.lists(session, part)[0]?.sums ?? null) : '',
  };
}

function sumsText(sums: SumsView | null): string {
  if (sums === null) return '';
  const { currencies, newest } = sums;
  const from = newest === null ? '' : ` of the newest ${newest.toLocaleString('en-US')}`;
  const texts = currencies.flatMap(({ currency, count, amount: whole, movements, apart }) => {
    // A charge of the whole sum says nothing new.
    const shown = Object.entries(movements).filter(([, cents]) => cents !== whole);
    const moved = shown.map(([kind, cents]) => `${words(kind)} ${amount(cents, currency)}`).join('  ');
    // The movements of these objects can be later or earlier than the time that a filter names.
    const of = whole === null || moved === '' ? moved : `of these: ${moved}`;
    const parts = [whole === null ? '' : amount(whole, currency), of].filter((part) => part !== '');
    return [
      ...(count === 0 ? [] : [`Sum of ${count.toLocaleString('en-US')}${from}: ${parts.join('  ')}`]),
      ...Object.entries(apart).map(
        ([state, { count: own, amount: cents }]) =>
          `${own.toLocaleString('en-US')} ${words(state)}: ${amount(cents, currency)}`,
      ),
    ];
  });
  return texts.join(' · ');
}

/** The number of rows that arrived since the user left the newest row. */
function newerThan({ position: { key, seen }, rows, newestIndex }: Desk): number {
  const at = key === null || seen === null ? -1 : rows.findIndex((row) => row.key === seen);
  return at === -1 ? 0 : Math.abs(newestIndex - at);
}
