import { fieldsOf, textOf } from '../../shared/answer.ts';
import type { PanelState } from '../../state.ts';
import { make } from '../lib/dom.ts';
import { code, facts, note, part, timeOf, wordsOf } from './parts.ts';
import type { Subjects } from './subjects.ts';

/** What a real checkout would have loaded here. */
export function loadedPart({ pixels, blocks }: Subjects): HTMLElement {
  const rows = [
    ...pixels.map(([name, id]) => [`${wordsOf(name.replace(/_(pixel_|tag_)?id$/, ''))} pixel`, code(id)] as const),
    ...blocks.map(({ data }) => {
      const { block_type, app_id, object_type } = fieldsOf(data);
      return [
        'App block',
        `${textOf(block_type)} of ${textOf(app_id) || 'an app'} on the ${wordsOf(textOf(object_type))}`,
      ] as const;
    }),
  ];
  return part('A real checkout would have loaded', [
    rows.length === 0 ? note('Nothing: the workspace has no pixels, and no app has placed a block here.') : facts(rows),
    pixels.length === 0 ? null : note('Nothing leaves this machine: pixels are listed, and never loaded.'),
  ]);
}

/** The mail that the buyer got. */
export function mailPart({ mail, address }: Subjects, { workspace, mode }: PanelState): HTMLElement {
  const query = `?${new URLSearchParams({ workspace, mode })}`;
  const link = (path: string, text: string): HTMLElement =>
    make('a', { href: `${path}${query}`, target: '_blank', rel: 'noopener', 'data-key': path }, [text]);
  return part('Mail', [
    mail.length === 0
      ? note(address === '' ? 'No address is known yet.' : `Nothing was sent to ${address} so far.`)
      : make(
          'ul',
          { class: 'mail' },
          mail.map(({ id, subject, at }) =>
            make('li', {}, [link(`/mail/${id}`, subject), make('span', { class: 'soft' }, [` ${timeOf(at)}`])]),
          ),
        ),
    make('p', {}, [link('/mail', 'All captured mail')]),
  ]);
}
