import { findingOfRequests } from '../../findings.ts';
import type { Fix } from '../../fix.ts';
import type { ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, inapplicable, incomplete, type Rule, verdictOf } from '../../rule.ts';

export const modesMixed: Rule = {
  id: 'request/modes-mixed',
  level: 'error',
  ways: ['lint'],
  wrong: 'Live keys are used with test ids, test keys are used with live ids, or a secret key is used in a browser.',
  why: 'Objects of one mode do not exist in the other, so the shop fails on its first live day. A secret key in a web page is public: anyone who reads it can pay out the balance.',
  fix: 'Take the key, the webhook secret and the stored ids from one configuration per mode, and keep them in separate databases. Call the merchant API only from the server; web pages get a publishable key.',
  source:
    'A test key reads and writes only sandbox data; secret keys are for the server only (specification, "Authentication" 2 and 3).',
  lint: (record) => {
    const keyed = record.requests.filter(({ view }) => view.key !== null);
    if (keyed.length === 0) return inapplicable('No request used a key', 'have the application call the API');
    const findings = [...fromBrowsers(keyed), ...acrossModes(record, keyed), ...emptyLists(keyed)];
    const doubt = incomplete(
      'The application read with a key of the other mode, which may be intended',
      'check where that key comes from; a test that keeps the modes apart may do this on purpose',
      strayReads(keyed),
    );
    return verdictOf(findings, doubt);
  },
};

function fromBrowsers(keyed: readonly ObservedRequest[]): Finding[] {
  const found = keyed.filter(({ view }) => view.browser_origin !== null && view.key?.startsWith('sk_') === true);
  const origins = [...new Set(found.map(({ view }) => view.browser_origin!))];
  return origins.map((origin) => {
    const own = found.filter(({ view }) => view.browser_origin === origin);
    const message = `A page on ${origin} calls ${own[0]!.place} with a secret key.`;
    const fix: Fix = ({ call }) =>
      `Make ${call} from your server, and let the page at ${origin} call your server, or use a publishable key (pk_…). Replace the secret key, because the page has shown it.`;
    return { ...findingOfRequests(own.slice(0, 2), message, origin), fix };
  });
}

/** The ids in a JSON text, at any depth, without the application's own references. */
const idsIn = (text: string | null): string[] =>
  [...(text ?? '').matchAll(/"(?!reference_id)(?:\w+_)?id"\s*:\s*"([^"]+)"/g)].map(([, id]) => id!);

/** The ids that exist in each mode, taken from responses and events. */
function idsByMode(record: ObservedRun, keyed: readonly ObservedRequest[]): Record<'test' | 'live', Set<string>> {
  const known = { test: new Set<string>(), live: new Set<string>() };
  for (const { isAccepted, view } of keyed) {
    if (!isAccepted || view.mode === null) continue;
    for (const id of [...idsIn(view.response), ...(view.page?.ids ?? [])]) known[view.mode].add(id);
  }
  for (const { subject, mode } of record.events) known[mode].add(subject);
  return known;
}

/** Calls in one mode that name an id of the other mode, whatever the response is. */
function acrossModes(record: ObservedRun, keyed: readonly ObservedRequest[]): Finding[] {
  // Nearly every application has keys of one mode only.
  if (new Set(keyed.map(({ view }) => view.mode)).size < 2) return [];
  const known = idsByMode(record, keyed);
  return keyed.flatMap((asked): Finding[] => {
    const { mode, path, body } = asked.view;
    if (mode === null) return [];
    const other = mode === 'test' ? 'live' : 'test';
    const named = [...path.split(/[/?&=]/), ...idsIn(body)];
    const id = named.find((each) => known[other].has(each) && !known[mode].has(each));
    if (id === undefined) return [];
    const message = `${asked.operation} was called with a ${mode} key for ${id}, which exists in ${other} mode; it was answered ${asked.status}.`;
    return [findingOfRequests([asked], message)];
  });
}

/**
 * The mode in which an application creates all its objects; null if it creates objects in both modes, or in neither.
 */
function onlyWriting(keyed: readonly ObservedRequest[]): 'test' | 'live' | null {
  const writing = new Set(keyed.flatMap(({ view }) => (view.method === 'GET' ? [] : (view.mode ?? []))));
  const [mode] = writing;
  return writing.size === 1 && mode !== undefined ? mode : null;
}

/** Empty lists in a mode that the application only reads, although it created such objects in the other mode. */
function emptyLists(keyed: readonly ObservedRequest[]): Finding[] {
  const mode = onlyWriting(keyed);
  if (mode === null) return [];
  const made = new Set(
    keyed.flatMap(({ operation, isAccepted }) => (isAccepted && operation !== null ? operation : [])),
  );
  const empty = keyed.find(({ operation, view }) => {
    const isElsewhere = view.mode !== null && view.mode !== mode && view.page?.ids.length === 0;
    return isElsewhere && operation !== null && made.has(makers[operation] ?? operation.replace(/\.list$/, '.create'));
  });
  if (empty === undefined) return [];
  const message = `${empty.operation} was called with a ${empty.view.mode} key and returned an empty list; the application creates all its objects in ${mode} mode.`;
  return [findingOfRequests([empty], message)];
}

/** The operations that create the objects of a list with a different name. */
const makers: Readonly<Record<string, string>> = { 'transactions.list': 'charges.create' };

/** Other reads in the other mode. They cannot show the application's objects, whatever the response is. */
function strayReads(keyed: readonly ObservedRequest[]): Finding[] {
  const mode = onlyWriting(keyed);
  const stray = mode === null ? undefined : keyed.find(({ view }) => view.mode !== null && view.mode !== mode);
  if (stray === undefined) return [];
  const message = `${stray.operation} was called with a ${stray.view.mode} key; the application creates all its objects in ${mode} mode.`;
  return [findingOfRequests([stray], message)];
}
