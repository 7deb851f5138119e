import type { Desk } from '../desk/desk.ts';
import { visit, visitFinding } from '../desk/details/following.ts';
import { idOf, type Target } from '../desk/targets.ts';
import type { View } from '../desk/views/view.ts';
import { wordOf } from '../inspector-address.ts';
import type { Look } from './look.ts';

/**
 * The part of the address after `#` names what is shown, so that a reload, Back and a copied address show it again:
 * `#/payments?q=failed`, `#/event/evt_1?in=timeline`.
 */

/** Views that the address names differently from the dashboard, which calls a view by one word. */
const names: Readonly<Record<string, string>> = { activity: 'timeline' };

const nameOf = ({ name }: View): string => names[name] ?? name;

/** What can be found again by its id. */
const opened: ReadonlySet<Target['type']> = new Set([
  'object',
  'named',
  'request',
  'event',
  'delivery',
  'mail',
  'job',
  'endpoint',
  'finding',
]);

const findingWord = 'finding';

/** A finding is called by its rule, which several share, and found by its own id. */
const keyOf = (target: Target): string | null => (target.type === 'finding' ? target.finding.id : idOf(target));

/** The address of what the desk shows. */
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
  const word = details?.target.type === 'finding' ? findingWord : wordOf(id ?? '');
  const place = id === null ? nameOf(view) : `${word}/${encodeURIComponent(id)}`;
  return `#/${place}${asked.size === 0 ? '' : `?${asked}`}`;
}

/** Makes the desk show what an address names. */
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
    (word === findingWord ? visitFinding : visit)(desk, decodeURIComponent(id));
}

/** Keeps the address and the desk in step, until the page is closed. */
export function follow({ desk }: Look, closed: AbortSignal): void {
  /** The first address, until the emulator has told its views. */
  let first: string | null = location.hash;
  let said = location.hash;
  const goOn = (): void => {
    if (first !== null) {
      if (desk.session.kinds.length === 0) return;
      const asked = first;
      first = null;
      if (asked !== '') goTo(desk, asked);
      return;
    }
    if (desk.waits.isOn) return;
    const now = addressOf(desk);
    if (now === said) return;
    // A changed filter adds no entry to the browser's history.
    const isSamePage = said === '' || withoutFilter(now) === withoutFilter(said);
    said = now;
    history[isSamePage ? 'replaceState' : 'pushState'](null, '', now);
  };
  desk.onChange(goOn);
  addEventListener(
    'popstate',
    () => {
      if (location.hash === said) return;
      said = location.hash;
      goTo(desk, said);
      desk.touched();
    },
    { signal: closed },
  );
}

function withoutFilter(address: string): string {
  const [place = '', query = ''] = address.split('?');
  const asked = new URLSearchParams(query);
  asked.delete('q');
  return `${place}?${asked}`;
}
