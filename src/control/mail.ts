import { list } from '../kernel/declare/operation.ts';
import { OneOf, T, Text } from '../kernel/declare/schema.ts';
import { notFound } from '../kernel/errors.ts';
import { filters, pageOf } from '../kernel/pagination.ts';
import type { DataSet } from '../kernel/state.ts';
import { type Mail, mails } from '../mail/staged.ts';
import { type ControlFacts, RawAnswer, sandboxOperation } from './operation.ts';
import type { Sandbox } from './sandbox.ts';
import { MailDetails, MailView, pageFields } from './wire.ts';

export type { Mail };

export const mailOperations = [
  sandboxOperation('GET /mail', {
    id: 'mail.list',
    summary: 'List the captured mail, newest first',
    query: T.Object({ to: T.Optional(Text(254)), ...pageFields }),
    answers: [200, list(MailView)],
    handle: async (sandbox, { query, workspace, mode }) => {
      const all = sandbox.engine.dataSet(workspace.id, mode).of(mails);
      const page = pageOf(all, query, filters(query, 'to'));
      return { data: await Promise.all(page.data.map((mail) => mailView(sandbox, mail))), has_more: page.has_more };
    },
  }),
  sandboxOperation('GET /mail/{id}', {
    id: 'mail.get',
    summary: 'Read a message as it was sent, or taken apart with format=json',
    query: T.Object({ format: T.Optional(OneOf(['eml', 'json'])) }),
    answers: [200, MailDetails],
    handle: async (sandbox, input) => {
      const mail = findMail(sandbox, input);
      if (input.query.format === 'json') return sandbox.mail.parsed(mail);
      return new RawAnswer('message/rfc822', await sandbox.mail.messageOf(mail));
    },
  }),
];

async function mailView({ mail: room }: Sandbox, mail: Mail): Promise<MailView> {
  const { id, to, subject, at } = mail;
  return { id, to, subject, at, attachments: await room.filesOf(mail) };
}

const findMail = (
  { engine }: Sandbox,
  { params, workspace, mode }: Pick<ControlFacts, 'workspace' | 'mode'> & { readonly params: { readonly id: string } },
): Mail => mailIn(engine.dataSet(workspace.id, mode), params.id);

/** @throws 404 `resource_missing` */
export function mailIn(set: DataSet, id: string): Mail {
  const mail = set.of(mails).get(id);
  if (mail === undefined) throw notFound('mail', id);
  return mail;
}

/** The newest messages, `limit` at most. */
export const newestMail = (set: DataSet, limit: number): readonly Mail[] => pageOf(set.of(mails), { limit }).data;
