import { markWord, runWord, wordOf } from '../../core/base/inspector-address.ts';
import type { Desk } from '../model/desk.ts';
import { visit, visitDifference, visitFinding } from '../model/details/follow-links.ts';
import { withFreshStatus } from '../model/run-and-report.ts';
import { showDataSet } from '../model/sandbox/workspaces.ts';
import type { Scope } from '../model/scope.ts';
import { idOf, type RowSubject } from '../model/targets.ts';
import type { View } from '../model/views/view.ts';

/**
 * The fragment of the URL (the part after `#`) identifies the shown data, so that a reload, the Back button or a
 * copied URL shows the same data again: `#/payments?q=failed`, `#/event/evt_1?in=timeline`.
 */

/** Views whose name in the URL differs from their one-word name in the dashboard. */
const names: Readonly<Record<string, string>> = { activity: 'timeline' };

const nameOf = ({ name }: View): string => names[name] ?? name;

/** The types of targets that can be found by their ids. */
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
 * The id of a target in the URL. A finding has its own id, because several findings share a rule. A mark is
 * identified by its text.
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

/** The URL of the desk's current view and details. */
export function addressOf(desk: Desk): string {
  const { view, position, details, session } = desk;
  const { workspace, mode } = session.status ?? {};
  const part = view.kinds?.[position.part]?.name;
  const id = details !== null && opened.has(details.target.type) ? keyOf(details.target) : null;
  const asked = new URLSearchParams({
    ...(id === null ? {} : { in: nameOf(view) }),
    ...(part !== undefined && position.part > 0 ? { kind: part } : {}),
    ...(position.filter === '' ? {} : { q: position.filter }),
    ...(typeof position.only === 'string' ? { section: position.only } : {}),
    ...(workspace === undefined ? {} : { workspace }),
    ...(mode === undefined ? {} : { mode }),
    ...(session.run?.name === undefined ? {} : { run: session.run.name }),
  });
  const word = (details === null ? undefined : words[details.target.type]) ?? wordOf(id ?? '');
  const place = id === null ? nameOf(view) : `${word}/${encodeURIComponent(id)}`;
  return `#/${place}${asked.size === 0 ? '' : `?${asked}`}`;
}

/** Makes the desk show the data set and the target of a URL, or shows why the emulator has no such data set. */
export function goTo(desk: Desk, address: string): void {
  const [place = '', query = ''] = address.replace(/^#\/?/, '').split('?');
  const asked = new URLSearchParams(query);
  const { status, mode } = desk.session;
  const wanted = { workspace: asked.get('workspace') ?? status?.workspace, mode: asked.get('mode') ?? mode };
  if (status !== null && (wanted.workspace !== status.workspace || wanted.mode !== mode)) {
    const name = `${wanted.workspace} · ${wanted.mode}`;
    withFreshStatus(desk, name, ({ workspaces }) => {
      const isThere = workspaces.some(({ id }) => id === wanted.workspace) && isMode(wanted.mode);
      if (!isThere)
        return desk.say(`This emulator has no data set ${name}. The address still shows the old one.`, 'bad');
      showDataSet(desk, wanted.workspace!, wanted.mode as Mode);
      showPlace(desk, place, asked);
    });
  } else showPlace(desk, place, asked);
}

type Mode = NonNullable<Scope['mode']>;

const isMode = (text: string): text is Mode => text === 'test' || text === 'live';

function showPlace(desk: Desk, place: string, asked: URLSearchParams): void {
  const [word = '', id] = place.split('/');
  const name = id === undefined ? word : (asked.get('in') ?? 'timeline');
  const view = desk.views.find((each) => nameOf(each) === name) ?? desk.views[0]!;
  if (view !== desk.view) desk.go(view);
  const part = Math.max(0, view.kinds?.findIndex((kind) => kind.name === asked.get('kind')) ?? 0);
  if (part !== desk.position.part) desk.goToPart(part - desk.position.part);
  const filter = asked.get('q') ?? '';
  if (filter !== desk.position.filter) desk.filter(filter);
  const section = asked.get('section');
  if (section !== null || typeof desk.position.only === 'string') desk.showOnly(section);
  if (id === undefined) desk.closeDetails();
  else if (desk.details === null || keyOf(desk.details.target) !== decodeURIComponent(id))
    open(desk, word, decodeURIComponent(id));
}

function open(desk: Desk, word: string, id: string): void {
  const { run } = desk.session;
  if (word === findingWord) visitFinding(desk, id);
  else if (word === differenceWord) visitDifference(desk, id);
  else if (word === markWord) desk.open({ type: 'note', text: id, mark: id });
  else if (word === runWord && run !== null) desk.open({ type: 'run', text: run.title });
  else visit(desk, id);
}
