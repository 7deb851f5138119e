import { bold, type Line, type Span } from '../../desk/cells.ts';
import type { Desk } from '../../desk/desk.ts';
import type { View } from '../../desk/views/view.ts';
import { keyOf } from '../keys/keys.ts';
import { fitLine, lineWidth } from './cells.ts';

/** A way to write the names of the views. */
interface TabForm {
  /** @param at how many views stand before this one */
  readonly name: (view: View, isShown: boolean, at: number) => string;
  readonly badges: 'all' | 'urgent' | 'none';
  readonly gap: string;
  /** Whether quiet views are named although they have nothing to report. */
  readonly namesQuiet?: boolean;
}

const usualName = ({ title, brief }: View): string => (title.length > 9 ? brief : title);

const longForms: readonly TabForm[] = [
  { name: ({ title }) => ` ${title}`, badges: 'all', gap: '  ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'all', gap: ' ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'urgent', gap: '' },
];

/** The first views have their full names, the others short ones. */
const mixedForm = (usual: number): TabForm => ({
  name: (view, _isShown, at) => ` ${at < usual ? usualName(view) : view.brief}`,
  badges: 'urgent',
  gap: '',
});

const shortForms: readonly TabForm[] = [
  { name: ({ brief }) => ` ${brief.slice(0, 3)}`, badges: 'urgent', gap: '' },
  { name: ({ title }, isShown) => (isShown ? ` ${title}` : ''), badges: 'urgent', gap: '' },
];

/**
 * Ways to write the names of this many views, from the longest to the shortest. Quiet views are named only if all
 * others keep their names.
 */
const tabForms = (count: number): TabForm[] =>
  [
    ...longForms,
    ...Array.from({ length: count }, (_, shorter) => mixedForm(count - 1 - shorter)),
    ...shortForms,
  ].flatMap((form) => [{ ...form, namesQuiet: true }, form]);

/** The name of a view, ready to draw. */
interface Tab {
  readonly view: View;
  readonly spans: readonly Span[];
}

/** The longest names of the views that fit; null: not even the shortest do. */
export function tabsOf(desk: Desk, width: number): readonly Tab[] | null {
  for (const form of tabForms(desk.views.length)) {
    const tabs = desk.views.map((view, index) => ({ view, spans: tabSpans(desk, view, form, index) }));
    if (lineWidth(tabs.flatMap(({ spans }) => spans)) <= width) return tabs;
  }
  return null;
}

/** The names of the views, with the current one marked. */
export function tabsLine(desk: Desk, width: number): Line {
  const spans = tabsOf(desk, width)?.flatMap((tab) => tab.spans);
  return fitLine(spans ?? [bold(`▸${keyOf(desk.view.place)} ${desk.view.title}`)], width);
}

function tabSpans(desk: Desk, view: View, { name, badges, gap, namesQuiet = false }: TabForm, at: number): Span[] {
  const isShown = view === desk.view;
  const badge = view.badge?.(desk.session) ?? null;
  const isNamed = view.isQuiet !== true || namesQuiet || isShown || badge !== null;
  const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
  return [
    { text: isShown ? '▸' : ' ' },
    { text: `${keyOf(view.place)}${isNamed ? name(view, isShown, at) : ''}`, tone: isShown ? 'bold' : 'dim' },
    ...(hasBadge ? [{ text: ` ${badge.text}`, tone: badge.tone }] : []),
    { text: gap },
  ];
}
