import type { RuleView } from '../../sandbox/control/wire.ts';
import { ruleFrom } from '../options/rule-fields.ts';
import { safeJson } from '../output.ts';
import type { Session } from '../session.ts';

export async function listOutcomes(session: Session, { codes }: { codes?: boolean }): Promise<void> {
  if (codes === true) return listCodes(session);
  const { client, out } = session;
  const page = await client.call('outcomes.list');
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
  const page = await client.call('outcomes.codes');
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

/** The fields of a rule, as they were typed. */
type Fields = Readonly<Record<string, unknown>>;

export async function addRule({ client, out }: Session, fields: Fields): Promise<void> {
  const rule = await client.call('rules.create', ruleFrom(fields));
  out.document(rule, () => ruleText(rule));
}

/** Changes the fields that are set, and leaves the rest of the rule unchanged. */
export async function changeRule({ client, out }: Session, id: string, fields: Fields): Promise<void> {
  const rule = await client.call('rules.update', { id, ...ruleFrom(fields) });
  out.document(rule, () => ruleText(rule));
}

const ruleText = ({ id, when, then }: RuleView): string => `${id}  ${phrase(when)}  ${phrase(then)}`;

export async function removeRule({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.call('rules.delete', { id });
  out.document(removed, () => `Removed ${removed.id}.`);
}

/** `amount 51, direction out`. */
const phrase = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? safeJson(value) : String(value)}`)
    .join(', ') || 'always';
