import { type Asked, evidenceOf, type RunRecord } from '../../record.ts';
import { type Finding, inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const modesMixed: Rule = {
  id: 'request/modes-mixed',
  level: 'error',
  ways: ['lint'],
  wrong: 'Live keys are used with test ids or the other way round, or a secret key is used in a browser.',
  why: "What was made in one mode does not exist in the other: the shop fails on its first live day. A secret key that a page holds is everybody's: whoever reads it can pay out the balance.",
  mend: 'Take key, webhook secret and stored ids from one configuration a mode, and keep them in separate databases. Call the merchant API from the server alone; pages get a publishable key.',
  says: 'A test key reads and writes sandbox data only; secret keys are for the server side only (specification, "Authentication" 2 and 3).',
  lint: (record) => {
    const keyed = record.requests.filter(({ view }) => view.key !== null);
    if (keyed.length === 0) return inapplicable('No request was made with a key', 'let the application call the API');
    const findings = [...fromBrowsers(keyed), ...acrossModes(record, keyed), ...emptyLists(keyed)];
    return findings.length === 0 ? pass : violation(findings);
  },
};

function fromBrowsers(keyed: readonly Asked[]): Finding[] {
  const found = keyed.filter(({ view }) => view.browser_origin !== null && view.key?.startsWith('sk_') === true);
  const origins = [...new Set(found.map(({ view }) => view.browser_origin!))];
  return origins.map((origin) => {
    const own = found.filter(({ view }) => view.browser_origin === origin);
    return {
      message: `A page of ${origin} calls ${own[0]!.operation ?? own[0]!.path} with a secret key.`,
      where: origin,
      adversity: null,
      evidence: evidenceOf({ requests: own.slice(0, 2) }),
    };
  });
}

/** Calls that ask one mode for what is in the other. */
function acrossModes(record: RunRecord, keyed: readonly Asked[]): Finding[] {
  const missing = keyed.filter((asked) => asked.status === 404 && asked.answer?.code === 'resource_missing');
  if (missing.length === 0) return [];
  const known = { test: new Set<string>(), live: new Set<string>() };
  for (const { isAccepted, object, view } of keyed) {
    if (isAccepted && view.mode !== null && typeof object?.id === 'string') known[view.mode].add(object.id);
  }
  for (const { subject, mode } of record.events) known[mode].add(subject);
  return missing.flatMap((asked): Finding[] => {
    const { mode } = asked.view;
    if (mode === null) return [];
    const other = mode === 'test' ? 'live' : 'test';
    const named = [...asked.path.split('/'), ...Object.values(asked.body ?? {})];
    const id = named.find((each) => typeof each === 'string' && known[other].has(each) && !known[mode].has(each));
    if (id === undefined) return [];
    return [
      {
        message: `${asked.operation} was called with a ${mode} key for ${id}, which is in ${other} mode.`,
        where: asked.operation ?? asked.path,
        adversity: null,
        evidence: evidenceOf({ requests: [asked] }),
      },
    ];
  });
}

/** What makes the objects of a list. */
const makers: Readonly<Record<string, string>> = {
  'transactions.list': 'charges.create',
  'payouts.list': 'payouts.create',
  'customers.list': 'customers.create',
};

/** Lists that are empty because what they should show was made in the other mode, by an application that only reads in this one. */
function emptyLists(keyed: readonly Asked[]): Finding[] {
  const writing = new Set(keyed.filter(({ view }) => view.method !== 'GET').map(({ view }) => view.mode));
  if (writing.size !== 1) return [];
  const empty = keyed.find(({ operation, view }) => {
    const isElsewhere = view.mode !== null && !writing.has(view.mode) && view.page?.ids.length === 0;
    return isElsewhere && keyed.some((made) => made.isAccepted && made.operation === makers[operation ?? '']);
  });
  if (empty === undefined) return [];
  const [mode] = writing;
  return [
    {
      // Somebody may want to see that it is empty.
      level: 'warning',
      message: `${empty.operation} was called with a ${empty.view.mode} key and answered nothing; the application makes everything in ${mode} mode.`,
      where: empty.operation ?? empty.path,
      adversity: null,
      evidence: evidenceOf({ requests: [empty] }),
    },
  ];
}
