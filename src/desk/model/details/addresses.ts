import type { MailView, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Session } from '../session.ts';

/** The addresses of the pages that a row leads to. */

/** The emulator's own address, as its status tells it. */
export const originOf = ({ status, client }: Session): string => status?.url ?? client.url;

/**
 * The addresses of the emulator's own pages that an object contains: whole addresses, or the paths that its list shows.
 */
export function addressesOf(session: Session, { data, what }: ObjectView): string[] {
  const origin = originOf(session);
  const shown = what.text.split(/\s+/).map((word) => (word.startsWith('/') ? `${origin}${word}` : word));
  const addresses = [...Object.values(data), ...shown].filter(
    (value): value is string => typeof value === 'string' && value.startsWith(`${origin}/`),
  );
  return [...new Set(addresses)];
}

/** The page of a captured mail, and its attachments, each with its name. */
export const mailPages = (session: Session, { id, attachments }: Pick<MailView, 'id' | 'attachments'>) => [
  { name: 'message', address: mailAddress(session, id) },
  ...attachments.map(({ filename: name }) => ({ name, address: attachmentAddress(session, id, name) })),
];

export const attachmentAddress = (session: Session, id: string, filename: string): string =>
  mailAddress(session, id, `/attachments/${encodeURIComponent(filename)}`);

/** The page that shows a captured mail. @param part `/html`: the page has the message alone */
export function mailAddress(session: Session, id: string, part = ''): string {
  const { workspace = '', mode = session.mode } = session.status ?? {};
  return `${originOf(session)}/mail/${id}${part}?${new URLSearchParams({ workspace, mode })}`;
}
