import { markWord, runWord, wordOf } from '../../core/base/inspector-address.ts';
import type { Desk } from '../model/desk.ts';
import { visit, visitDifference, visitFinding } from '../model/details/follow-links.ts';
import { idOf, type RowSubject } from '../model/targets.ts';
import type { View } from '../model/views/view.ts';

/**
 * The part of the address after `#` identifies the shown data, so that a reload, Back and a copied address show them
 * again: `#/payments?q=failed`, `#/event/evt_1?in=timeline`.
 */

/** Views with another name in the address than in the dashboard, which calls a view by one word. */
const names: Readonly<Record<string, string>> = { activity: 'timeline' };

const nameOf = ({ name }: View): string => names[name] ?? name;

/** The types of targets that can be found again by their ids. */
const opened: ReadonlySet<RowSubject['type']> = new Set([
  'object',
  'named',
  'request',
  'event',
  'delivery',
  'mail',
  'job',
  'endpoint',
  'finding',
  'difference',
  'run',
  'note',
]);

const findingWord = 'finding';
const differenceWord = 'difference';

/**
 * The word of a target in the address: a finding has an id of its own, because several findings share a rule; a mark
 * has its text.
 */
function keyOf(target: RowSubject): string | null {
  switch (target.type) {
    case 'finding':
      return target.finding.id;
    case 'difference':
      return target.difference.id;
    case 'run':
      return 'printed';
    case 'note':
      return target.mark ?? null;
    default:
      return idOf(target);
  }
}

const words: Partial<Record<RowSubject['type'], string>> = {
  finding: findingWord,
  difference: differenceWord,
  run: runWord,
  note: markWord,
};

/** The address of the desk's current place. */
export function addressOf(desk: Desk): string {
  const { view, position, details, session } = desk;
  const { workspace, mode } = session.status ?? {};
  const part = view.kinds?.[position.part]?.name;
  const id = details !== null && opened.has(details.target.type) ? keyOf(details.target) : null;
  const asked = new URLSearchParams({
    ...(id === null ? {} : { in: nameOf(view) }),
    ...(part !== undefined && position.part > 0 ? { kind: part } : {}),
    ...(position.filter === '' ? {} : { q: position.filter }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(mode === undefined ? {} : { mode }),
    ...(session.run?.name === undefined ? {} : { run: session.run.name }),
  });
  const word = (details === null ? undefined : words[details.target.type]) ?? wordOf(id ?? '');
  const place = id === null ? nameOf(view) : `${word}/${encodeURIComponent(id)}`;
  return `#/${place}${asked.size === 0 ? '' : `?${asked}`}`;
}

/** Makes the desk show the target of an address. */
export function goTo(desk: Desk, address: string): void {
  const [place = '', query = ''] = address.replace(/^#\/?/, '').split('?');
  const asked = new URLSearchParams(query);
  const [word = '', id] = place.split('/');
  const name = id === undefined ? word : (asked.get('in') ?? 'timeline');
  const view = desk.views.find((each) => nameOf(each) === name) ?? desk.views[0]!;
  if (view !== desk.view) desk.go(view);
  const part = Math.max(0, view.kinds?.findIndex((kind) => kind.name === asked.get('kind')) ?? 0);
  if (part !== desk.position.part) desk.goToPart(part - desk.position.part);
  const filter = asked.get('q') ?? '';
  if (filter !== desk.position.filter) desk.filter(filter);
  if (id === undefined) desk.closeDetails();
  else if (desk.details === null || keyOf(desk.details.target) !== decodeURIComponent(id))
    open(desk, word, decodeURIComponent(id));
}

function open(desk: Desk, word: string, id: string): void {
  const { run } = desk.session;
  if (word === findingWord) visitFinding(desk, id);
  else if (word === differenceWord) visitDifference(desk, id);
  // The details of the mark and those of the run contain the last output of the record's command.
  else if (word === markWord && run !== null) desk.open({ type: 'note', text: id, mark: id });
  else if (word === runWord && run !== null) desk.open({ type: 'run', text: run.title });
  else visit(desk, id);
}
