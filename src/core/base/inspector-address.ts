/** The word before an id in an inspector address, by the prefix of the id; all other ids belong to objects. */
const words: Readonly<Record<string, string>> = {
  evt: 'event',
  req: 'request',
  del: 'delivery',
  job: 'job',
  mail: 'mail',
  whe: 'endpoint',
};

/** The word for an id in an inspector address: `event` for `evt_1`. */
export const wordOf = (id: string): string => words[id.slice(0, id.indexOf('_'))] ?? 'object';

/** The words for the last output of a recorded command: beside a mark, and alone. */
export const [markWord, runWord] = ['mark', 'run'];

/**
 * The address of the last output of a recorded command.
 * @param mark the text of the mark beside which the inspector shows the output; null: the output is shown alone
 */
export const addressOfPrinted = (mark: string | null): string =>
  mark === null ? `#/${runWord}/printed?in=timeline` : `#/${markWord}/${encodeURIComponent(mark)}?in=timeline`;

interface InspectorTarget {
  /** The id to open; absent: the timeline. */
  readonly id?: string | undefined;
  readonly workspace?: string | undefined;
  readonly mode?: string | undefined;
}

/** The address of a target in an emulator's inspector. @param origin of the emulator: `http://127.0.0.1:4747` */
export function inspectorAddress(origin: string, { id, workspace, mode }: InspectorTarget = {}): string {
  const asked = new URLSearchParams();
  if (workspace !== undefined) asked.set('workspace', workspace);
  if (mode !== undefined) asked.set('mode', mode);
  const page = `${origin}/inspector`;
  if (id === undefined && asked.size === 0) return page;
  const place = id === undefined ? 'timeline' : `${wordOf(id)}/${encodeURIComponent(id)}`;
  return `${page}#/${place}${asked.size === 0 ? '' : `?${asked}`}`;
}

/** The address of a view's rows that match a filter. @param kind the part of the view; absent: its first part */
export const listAddress = (view: string, filter: string, kind?: string): string =>
  `#/${view}?${new URLSearchParams({ ...(kind === undefined ? {} : { kind }), q: filter })}`;
