import { dim, type Line, type Span } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import type { View } from '../../model/views/view.ts';
import { keyOf } from '../keys/keys.ts';
import { fitLine, lineWidth } from './cells.ts';

/** A form of the view names. */
interface TabForm {
  /** The name of a view; null if the view shows only with news. @param away the distance from the current view, in views */
  readonly name: (view: View, away: number) => string | null;
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
 * The current view and at most `most` views on each side show their names. The other views show short names, or are
 * left out unless they need attention.
 */
const neighborForm = (most: number, others: 'short' | 'none'): TabForm => ({
  name: (view, away) => {
    if (away > most) return others === 'none' ? null : ` ${view.brief}`;
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
  ...Array.from({ length: count - 1 }, (_, fewer) => neighborForm(count - 1 - fewer, 'none')),
];

/** The longest names of the views that fit, and a mark where views are left out. */
function tabsOf(desk: Desk, width: number): Line {
  const { views } = desk;
  const current = views.indexOf(desk.view);
  for (const form of tabForms(views.length)) {
    const tabs = views.map((view, at) => tabSpans(desk, view, form, Math.abs(at - current)));
    const line = [...tabs.flat(), ...(tabs.some((spans) => spans.length === 0) ? [dim(' …')] : [])];
    if (lineWidth(line) <= width) return line;
  }
  return tabSpans(desk, desk.view, neighborForm(0, 'none'), 0);
}

/** The names of the views, with the current view marked. */
export const tabsLine = (desk: Desk, width: number): Line => fitLine(tabsOf(desk, width), width);

function tabSpans(desk: Desk, view: View, { name, badges, gap, namesQuiet = false }: TabForm, away: number): Span[] {
  const isShown = away === 0;
  const badge = view.badge?.(desk.session) ?? null;
  const isNamed = view.isQuiet !== true || namesQuiet || isShown || badge !== null;
  const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
  const ownName = name(view, away);
  if (ownName === null && badge?.tone !== 'bad' && badge?.tone !== 'wait') return [];
  const shownName = isNamed ? (ownName ?? ` ${view.brief}`) : '';
  // Between keys, a count alone would look like a key.
  const count = badge === null ? '' : shownName === '' ? `(${badge.text})` : ` ${badge.text}`;
  return [
    { text: isShown ? '▸' : ' ' },
    { text: `${keyOf(view.place)}${shownName}`, tone: isShown ? 'bold' : 'dim' },
    ...(hasBadge ? [{ text: count, tone: badge.tone }] : []),
    { text: gap },
  ];
}
