import type { MailView, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Session } from '../session.ts';

/** The URLs of the pages that a row links to. */

/** The emulator's own URL, as its status reports it. */
export const originOf = ({ status, client }: Session): string => status?.url ?? client.url;

/** The URLs of the emulator's own pages that an object contains: full URLs, or the paths that its list shows. */
export function addressesOf(session: Session, { data, what }: ObjectView): string[] {
  const origin = originOf(session);
  const shown = what.text.split(/\s+/).map((word) => (word.startsWith('/') ? `${origin}${word}` : word));
  const addresses = [...Object.values(data), ...shown].filter(
    (value): value is string => typeof value === 'string' && value.startsWith(`${origin}/`),
  );
  return [...new Set(addresses)];
}

/** The page of a captured email and its attachments, each with its name. */
export const mailPages = (session: Session, { id, attachments }: Pick<MailView, 'id' | 'attachments'>) => [
  { name: 'message', address: mailAddress(session, id) },
  ...attachments.map(({ filename: name }) => ({ name, address: attachmentAddress(session, id, name) })),
];

export const attachmentAddress = (session: Session, id: string, filename: string): string =>
  mailAddress(session, id, `/attachments/${encodeURIComponent(filename)}`);

/** The page that shows a captured email. @param part `/html` for a page with only the message */
export function mailAddress(session: Session, id: string, part = ''): string {
  const { workspace = '', mode = session.mode } = session.status ?? {};
  return `${originOf(session)}/mail/${id}${part}?${new URLSearchParams({ workspace, mode })}`;
}
