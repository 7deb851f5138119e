import type { ScreenFinding } from '../../../audit/judge.ts';
import { safeJson } from '../../../core/base/terminal-text.ts';
import { bold, type Cell, dim, type Line } from '../cells.ts';
import { idCell, latency, statusSpan, timeCell, words } from '../format.ts';
import { levelTones } from '../lists/findings.ts';
import type { Session } from '../session.ts';
import { type Block, type Details, sentences } from './structure.ts';

type Evidence = ScreenFinding['evidence'];
type Delivery = Evidence['deliveries'][number];
type Row = Extract<Block, { type: 'tree' }>['rows'][number];

/** A finding: the error, its impact, the fix, and the evidence. */
export function findingDetails({ now }: Session, finding: ScreenFinding): Details {
  const { rule, level, message, where, accepted, why, fix, source, evidence, repeat, more } = finding;
  const what: Line = [{ text: level, tone: levelTones[level] }, dim(`  ${where}`)];
  const further = [
    { name: 'judge it again', value: [repeat] },
    { name: 'read about it', value: [more] },
  ];
  const shown = evidenceRows(evidence, now);
  return {
    title: rule,
    json: safeJson(finding, 2),
    sections: [
      ...(accepted === null ? [] : [sentences('Accepted', accepted)]),
      sentences('Finding', what, message),
      sentences('Why it hurts', why),
      sentences('How to fix it', fix),
      ...(shown.length === 0 ? [] : [{ heading: 'What shows it', blocks: [{ type: 'tree', rows: shown } as const] }]),
      sentences('Platform documentation', source),
      { heading: 'More', blocks: [{ type: 'fields', fields: further }] },
    ],
  };
}

/** Requests with their effects, then other events with their deliveries, then other deliveries. */
function evidenceRows({ requests, events, deliveries }: Evidence, now: number): Row[] {
  const shown = new Set<string>();
  const eventRows = (event: Evidence['events'][number], depth: number): Row[] => {
    shown.add(event.id);
    const own = deliveries.filter(({ event_id }) => event_id === event.id);
    for (const { id } of own) shown.add(id);
    return [
      { depth, cells: [event.type, idCell(event.id), ...changeCells(event)] },
      ...own.flatMap((delivery) => deliveryRows(delivery, depth + 1, now)),
    ];
  };
  return [
    ...requests.flatMap((request) => [
      ...requestRows(request, now),
      ...events.filter(({ cause }) => cause.id === request.id).flatMap((event) => eventRows(event, 1)),
    ]),
    ...events.filter(({ id }) => !shown.has(id)).flatMap((event) => eventRows(event, 0)),
    ...deliveries.filter(({ id }) => !shown.has(id)).flatMap((delivery) => deliveryRows(delivery, 0, now)),
  ];
}

function requestRows(request: Evidence['requests'][number], now: number): Row[] {
  const { id, at, method, path, status, asked, answered, fault } = request;
  const objects = [...new Set([...(path.match(objectId) ?? []), ...firstId(answered)])].map(idCell);
  const said = [...(asked === null ? [] : [`asked ${asked}`]), ...(answered === null ? [] : [`answered ${answered}`])];
  return [
    {
      depth: 0,
      cells: [
        bold(`${method} ${path}`),
        idCell(id),
        statusSpan(status),
        ...objects,
        ...faultCells(fault),
        timeCell(at, now),
      ],
    },
    ...said.map((text) => ({ depth: 1, cells: [dim(text)] })),
  ];
}

const objectId = /\b[a-z]+_[A-Za-z0-9]{8,}/g;

/** The id of the object in a response, even if the end of the response is missing. */
const firstId = (answer: string | null): string[] => /"id":"([a-z]+_\w+)"/.exec(answer ?? '')?.slice(1) ?? [];

/** The object of an event, and its change. @param change such as `payout po_1 pay: pending > paid` */
function changeCells({ subject, change }: Evidence['events'][number]): Cell[] {
  const [, , ...moved] = change.split(' ');
  return [idCell(subject), dim(words(moved.join(' ')).replace('>', '→'))];
}

function deliveryRows({ id, event_id, event_type, url, attempts }: Delivery, depth: number, now: number): Row[] {
  const of: Cell[] = depth === 0 ? [event_type, idCell(event_id)] : [];
  return [
    { depth, cells: [...of, dim('sent'), idCell(id), dim(`to ${url}`)] },
    ...attempts.map(({ number, at, status, latency_ms, error, fault }): Row => {
      const failure: Cell[] = error === null ? [] : [{ text: error, tone: 'bad' }];
      const answer = error === null ? statusSpan(status) : { ...statusSpan(status), tone: 'bad' as const };
      const cells = [`attempt ${number}`, answer, dim(latency(latency_ms)), ...failure];
      return { depth: depth + 1, cells: [...cells, ...faultCells(fault), timeCell(at, now)] };
    }),
  ];
}

const faultCells = (fault: string | null): Cell[] =>
  fault === null ? [] : [{ text: `fault: ${words(fault)}`, tone: 'wait' }];
