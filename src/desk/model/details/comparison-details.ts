import { counted, safeJson } from '../../../core/base/terminal-text.ts';
import { dim } from '../cells.ts';
import type { Difference } from '../lists/lists.ts';
import type { Session } from '../session.ts';
import { differenceTones } from '../views/comparison-view.ts';
import { originOf } from './addresses.ts';
import { type Details, sentences } from './structure.ts';

/** A difference between the service and the emulator: both responses side by side, and the coverage row. */
export function differenceDetails(session: Session, difference: Difference): Details {
  const {
    kind,
    operation,
    place,
    says,
    seen,
    of,
    which = '',
    first,
    consequences,
    row,
    specification,
    todo,
    answers,
  } = difference;
  const follow = consequences === 0 ? [] : [{ name: 'follows', value: [counted(consequences, 'further difference')] }];
  const leads =
    row === null
      ? []
      : [
          {
            name: 'coverage',
            value: [{ text: row, address: `${originOf(session)}/docs/manual/coverage#${anchorOfRow(row)}` }],
          },
        ];
  return {
    title: `${operation} ${place}`,
    json: safeJson(difference, 2),
    sections: [
      sentences('What differs', [{ text: kind, tone: differenceTones[kind] }], says),
      {
        heading: 'Where',
        blocks: [
          {
            type: 'fields',
            fields: [
              ...leads,
              {
                name: 'seen',
                value: [`in ${seen} of ${counted(of, operation.startsWith('event ') ? 'webhook' : 'call')}${which}`],
              },
              { name: 'first', value: [first.capture, dim(`entry ${first.entry}`)] },
              ...follow,
              { name: 'specification', value: [specification] },
              { name: 'to do', value: [todo] },
            ],
          },
        ],
      },
      ...(answers === null ? [] : [{ heading: 'Both answers', blocks: [{ type: 'answers', answers } as const] }]),
    ],
  };
}

/** The anchor of a row on the coverage page, as the manual's build generates it. */
export const anchorOfRow = (row: string): string =>
  row
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
