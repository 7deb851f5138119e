import { type FilterFacts, longestFilter } from '../../../core/base/filter-words.ts';
import { bare } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T, Text } from '../../../core/kernel/declare/schema.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import { filters, pageOf, usualLimit } from '../../../core/kernel/pagination.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import { type Mail, mails } from '../../../payments/mail/mail-draft.ts';
import { type ControlFacts, RawAnswer, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { lastPage, MailDetails, MailPage, type MailView, pageFields } from '../wire.ts';
import { pick, readFilter } from './filtered-page.ts';
import { personsByAddress } from './object-kinds.ts';

export type { Mail };

export const mailOperations = [
  sandboxOperation('GET /mail', {
    id: 'mail.list',
    reach: 'workspace',
    summary: 'List the captured mail, newest first',
    query: T.Object({
      to: T.Optional(Text(254)),
      /** Only messages that match every word of this filter, such as `ada receipt since:-1d`. */
      search: T.Optional(Text(longestFilter)),
      ...lastPage,
      ...pageFields,
    }),
    answers: [200, bare(MailPage)],
    handle: async (sandbox: Uses<'engine' | 'mail'>, { query, workspace, mode, turns }) => {
      const { engine } = sandbox;
      const { limit = usualLimit, starting_after, search = '', to, page: asked } = query;
      const set = engine.dataSet(workspace.id, mode);
      const viewed = (found: readonly Mail[]) => Promise.all(found.map((mail) => mailView(sandbox, mail)));
      if (search.trim() === '' && asked === undefined) {
        const page = pageOf(set.of(mails), query, filters(query, 'to'));
        return { ...page, data: await viewed(page.data), next: page.has_more ? page.data.at(-1)!.id : null };
      }
      const fits = readFilter(search, engine.clock(workspace).now());
      const persons = personsByAddress(engine.registry, set);
      const view = (mail: Mail) =>
        (to === undefined || mail.to === to) && fits(filteredMail(mail, persons)) ? mail : null;
      const { picked, next } = await pick(set.of(mails), { limit, starting_after, page: asked, turns }, view);
      return { data: await viewed(picked), has_more: next !== null, next };
    },
  }),
  sandboxOperation('GET /mail/{id}', {
    id: 'mail.get',
    reach: 'workspace',
    summary: 'Read the source of an e-mail, or its parts with format=json',
    query: T.Object({ format: T.Optional(OneOf(['eml', 'json'])) }),
    answers: [200, MailDetails],
    handle: async (sandbox: Uses<'engine' | 'mail'>, input) => {
      const mail = findMail(sandbox, input);
      if (input.query.format === 'json') return sandbox.mail.parsed(mail);
      return new RawAnswer('message/rfc822', await sandbox.mail.messageOf(mail));
    },
  }),
];

/**
 * The fields of a message that a filter can use.
 * @param persons returns the search terms for the owner of an address
 */
const filteredMail = ({ id, to, subject, at, attachments }: Mail, persons: (email: string) => string): FilterFacts => ({
  text: () => `${id} ${to} ${subject} ${attachments.map(({ filename }) => filename).join(' ')} ${persons(to)}`,
  customer: () => `${to} ${persons(to)}`,
  at,
  isProblem: false,
});

/** A message in the form that a list shows. */
export async function mailView({ mail: room }: Uses<'mail'>, mail: Mail): Promise<MailView> {
  const { id, to, subject, at } = mail;
  return { id, to, subject, at, attachments: await room.filesOf(mail) };
}

const findMail = (
  { engine }: Uses<'engine'>,
  { params, workspace, mode }: Pick<ControlFacts, 'workspace' | 'mode'> & { readonly params: { readonly id: string } },
): Mail => mailIn(engine.dataSet(workspace.id, mode), params.id);

/** @throws 404 `resource_missing` */
export function mailIn(set: DataSet, id: string): Mail {
  const mail = set.of(mails).get(id);
  if (mail === undefined) throw notFound('mail', id);
  return mail;
}

/** The newest messages, at most `limit`. */
export const newestMail = (set: DataSet, limit: number): readonly Mail[] => pageOf(set.of(mails), { limit }).data;
