/**
 * The word before an id in an inspector address, by the prefix of the id. Ids with any other prefix belong to
 * objects.
 */
const words: Readonly<Record<string, string>> = {
  evt: 'event',
  req: 'request',
  del: 'delivery',
  job: 'job',
  mail: 'mail',
  whe: 'endpoint',
};

/** Returns the word for an id in an inspector address: `event` for `evt_1`. */
export const wordOf = (id: string): string => words[id.slice(0, id.indexOf('_'))] ?? 'object';

/** The words for the last output of a recorded command: the first shows it next to a mark, the second on its own. */
export const [markWord, runWord] = ['mark', 'run'];

/**
 * Returns the address of the last output of a recorded command.
 * @param mark the text of the mark next to which the inspector shows the output; null shows the output on its own
 */
export const addressOfPrinted = (mark: string | null): string =>
  mark === null ? `#/${runWord}/printed?in=timeline` : `#/${markWord}/${encodeURIComponent(mark)}?in=timeline`;

interface InspectorTarget {
  /** The id to open; if absent, the timeline opens. */
  readonly id?: string | undefined;
  readonly workspace?: string | undefined;
  readonly mode?: string | undefined;
}

/**
 * Returns the address of a target in an emulator's inspector. @param origin the emulator's origin, such as
 * `http://127.0.0.1:4747`
 */
export function inspectorAddress(origin: string, { id, workspace, mode }: InspectorTarget = {}): string {
  const asked = new URLSearchParams();
  if (workspace !== undefined) asked.set('workspace', workspace);
  if (mode !== undefined) asked.set('mode', mode);
  const page = `${origin}/inspector`;
  if (id === undefined && asked.size === 0) return page;
  const place = id === undefined ? 'timeline' : `${wordOf(id)}/${encodeURIComponent(id)}`;
  return `${page}#/${place}${asked.size === 0 ? '' : `?${asked}`}`;
}

/**
 * Returns the address of a view that shows only rows that match a filter. @param kind the part of the view; if
 * absent, its first part
 */
export const listAddress = (view: string, filter: string, kind?: string): string =>
  `#/${view}?${new URLSearchParams({ ...(kind === undefined ? {} : { kind }), q: filter })}`;
