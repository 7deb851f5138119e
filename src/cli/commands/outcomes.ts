import type { RuleView } from '../../sandbox/control/wire.ts';
import { safeJson } from '../output.ts';
import type { Session } from '../session.ts';
import { bareMilliseconds, millisecondsOf } from '../wait.ts';

export async function listOutcomes(session: Session, { codes }: { codes?: boolean }): Promise<void> {
  if (codes === true) return listCodes(session);
  const { client, out } = session;
  const page = await client.outcomes();
  out.document(page, () =>
    out.table(
      ['when', 'then', 'about', 'from'],
      page.data.map(({ when, then, about, source, id }) => [phrase(when), phrase(then ?? {}), about, id ?? source]),
      'No outcomes.',
    ),
  );
}

/** The codes that `--code` accepts, grouped by the moves and rules that accept them. */
async function listCodes({ client, out }: Session): Promise<void> {
  const page = await client.codes();
  out.document(page, () =>
    page.data
      .map(({ moves, rules, rails, codes }) => {
        const takers = [...moves, ...rules.map((rule) => `outcomes add ${rule}`)].join(', ');
        const rows = codes.map(({ code, about }) => [code, about]);
        return `${out.paint('bold', takers)}  (${rails.join(', ')})\n${out.table(['code', 'meaning'], rows, '')}`;
      })
      .join('\n\n'),
  );
}

export interface RuleOptions {
  on?: string;
  rail?: string;
  amount?: number;
  card?: string;
  customer?: string;
  nth?: string;
  times?: number;
  code?: string;
  after?: string;
  resolve?: string;
  ms?: string;
  by?: number;
  currency?: string;
}

export interface ChangeOptions extends RuleOptions {
  kind?: string;
}

export async function addRule({ client, out }: Session, kind: string, options: RuleOptions): Promise<void> {
  const rule = await client.rules.add(ruleOf(options, kind));
  out.document(rule, () => ruleText(rule));
}

/** Changes the fields that the options name, and leaves the rest of the rule unchanged. */
export async function changeRule({ client, out }: Session, id: string, options: ChangeOptions): Promise<void> {
  const rule = await client.rules.update(id, ruleOf(options, options.kind));
  out.document(rule, () => ruleText(rule));
}

const ruleOf = (options: RuleOptions, kind: string | undefined) => {
  const { on, rail, amount, card, customer, nth, times, code, after, resolve, ms, by, currency } = options;
  return {
    when: { operation: on, rail, amount, card, customer, nth, times },
    then: {
      kind,
      code,
      resolve,
      by,
      currency,
      ms: ms === undefined ? undefined : bareMilliseconds(ms, '--ms'),
      after: after === undefined ? undefined : millisecondsOf(after, '--after'),
    },
  };
};

const ruleText = ({ id, when, then }: RuleView): string => `${id}  ${phrase(when)}  ${phrase(then)}`;

export async function removeRule({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.rules.remove(id);
  out.document(removed, () => `Removed ${removed.id}.`);
}

/** `amount 51, direction out`. */
const phrase = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? safeJson(value) : String(value)}`)
    .join(', ') || 'always';
