import type { ObjectView } from '../../control/wire.ts';
import type { Session } from '../session.ts';

/** The addresses of the pages that a row leads to. */

/** The emulator's own address, as it says it. */
export const originOf = ({ status, client }: Session): string => status?.url ?? client.url;

/** The addresses of the emulator's own pages that an object names, whole or, as its list shows it, by the path. */
export function addressesOf(session: Session, { data, what }: ObjectView): string[] {
  const origin = originOf(session);
  const shown = what.text.split(/\s+/).map((word) => (word.startsWith('/') ? `${origin}${word}` : word));
  const addresses = [...Object.values(data), ...shown].filter(
    (value): value is string => typeof value === 'string' && value.startsWith(`${origin}/`),
  );
  return [...new Set(addresses)];
}

/** The page that shows a captured mail. @param part `/html`: the message alone */
export function mailAddress(session: Session, id: string, part: '' | '/html' = ''): string {
  const { workspace = '', mode = session.mode } = session.status ?? {};
  return `${originOf(session)}/mail/${id}${part}?${new URLSearchParams({ workspace, mode })}`;
}
