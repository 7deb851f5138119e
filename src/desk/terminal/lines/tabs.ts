import type { Line, Span } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import type { View } from '../../model/views/view.ts';
import { keyOf } from '../keys/keys.ts';
import { fitLine, lineWidth } from './cells.ts';

/** A form of the view names. */
interface TabForm {
  /** The name of a view. @param away the distance from the current view, in views */
  readonly name: (view: View, away: number) => string;
  readonly badges: 'all' | 'urgent';
  readonly gap: string;
  /** Whether quiet views, which have no news to report, also show their names. */
  readonly namesQuiet?: boolean;
}

const usualName = ({ title, brief }: View): string => (title.length > 9 ? brief : title);

const longForms: readonly TabForm[] = [
  { name: ({ title }) => ` ${title}`, badges: 'all', gap: '  ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'all', gap: ' ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'urgent', gap: '' },
];

/**
 * The current view and at most `most` views on each side show their names. The other views show short names, or only
 * their keys.
 */
const neighborForm = (most: number, others: 'short' | 'keys'): TabForm => ({
  name: (view, away) => {
    if (away > most) return others === 'keys' ? '' : ` ${view.brief}`;
    return ` ${away === 0 ? view.title : usualName(view)}`;
  },
  badges: 'urgent',
  gap: '',
});

/**
 * Forms of the names of this many views, longest first. Quiet views show their names only if all other views keep
 * their names.
 */
const tabForms = (count: number): TabForm[] => [
  ...longForms.flatMap((form) => [{ ...form, namesQuiet: true }, form]),
  ...Array.from({ length: count }, (_, fewer) => neighborForm(count - 1 - fewer, 'short')),
  ...Array.from({ length: count - 1 }, (_, fewer) => neighborForm(count - 1 - fewer, 'keys')),
];

/** The longest names of the views that fit. If not all keys fit, the keys closest to the current view stay. */
function tabsOf(desk: Desk, width: number): Line {
  const { views } = desk;
  const current = views.indexOf(desk.view);
  const tabsBy = (form: TabForm): Span[][] =>
    views.map((view, at) => tabSpans(desk, view, form, Math.abs(at - current)));
  const isFitting = (tabs: readonly Span[][]): boolean => lineWidth(tabs.flat()) <= width;
  for (const form of tabForms(views.length)) {
    const tabs = tabsBy(form);
    if (isFitting(tabs)) return tabs.flat();
  }
  let [from, to] = [current, current + 1];
  // The view after the current view, the view before it, and so on outward.
  const tabs = tabsBy(neighborForm(1, 'keys'));
  for (let isAfter = true, missed = 0; missed < 2; isAfter = !isAfter) {
    const [less, more] = isAfter ? [from, to + 1] : [from - 1, to];
    if (less >= 0 && more <= tabs.length && isFitting(tabs.slice(less, more))) [from, to, missed] = [less, more, 0];
    else missed++;
  }
  return tabs.slice(from, to).flat();
}

/** The names of the views, with the current view marked. */
export const tabsLine = (desk: Desk, width: number): Line => fitLine(tabsOf(desk, width), width);

function tabSpans(desk: Desk, view: View, { name, badges, gap, namesQuiet = false }: TabForm, away: number): Span[] {
  const isShown = away === 0;
  const badge = view.badge?.(desk.session) ?? null;
  const isNamed = view.isQuiet !== true || namesQuiet || isShown || badge !== null;
  const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
  const shownName = isNamed ? name(view, away) : '';
  // Between keys, a count alone would look like a key.
  const count = badge === null ? '' : shownName === '' ? `(${badge.text})` : ` ${badge.text}`;
  return [
    { text: isShown ? '▸' : ' ' },
    { text: `${keyOf(view.place)}${shownName}`, tone: isShown ? 'bold' : 'dim' },
    ...(hasBadge ? [{ text: count, tone: badge.tone }] : []),
    { text: gap },
  ];
}
