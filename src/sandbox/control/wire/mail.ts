import { T } from '../../../core/kernel/declare/schema.ts';
import { Count, Iso, pageOf } from './schemas.ts';

/** The captured mailbox. */

const AttachmentView = T.Object({ filename: T.String(), content_type: T.String(), size: Count() });

export const MailView = T.Object({
  id: T.String(),
  to: T.String(),
  subject: T.String(),
  at: Iso(),
  attachments: T.Array(AttachmentView),
});
export type MailView = T.Static<typeof MailView>;
export const MailPage = pageOf(MailView);

/** A parsed message. */
export const MailDetails = T.Object({
  ...MailView.properties,
  message_id: T.String(),
  from: T.Object({ name: T.String(), address: T.String() }),
  text: T.String(),
  html: T.String(),
});
export type MailDetails = T.Static<typeof MailDetails>;
