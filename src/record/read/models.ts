import { lastInstant } from '../../core/base/instants.ts';
import { about, nullable, OneOf, T, Timestamp } from '../../core/kernel/declare/schema.ts';
import { CauseModel, ChangeModel } from '../../core/kernel/events.ts';
import { modes } from '../../core/kernel/workspace.ts';
import { ProfileModel } from '../../sandbox/profile/model.ts';
import { markKinds } from '../../sandbox/requests/marks.ts';
import { recordFormat } from '../format.ts';

/*
 * The models of a record: the reader checks a record by them, and the published schema is made of them. The objects
 * that a run stored have the models of their slices.
 */

const text = T.String();
const textOrNull = nullable(text);
const texts = T.Array(text);
const yesOrNo = T.Boolean();
const count = T.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const integerOrNull = nullable(T.Integer());

/** The machine's time of the last day that JavaScript can represent, in milliseconds. */
const lastReal = 8_640_000_000_000_000;
const real = about(T.Number({ minimum: 0, maximum: lastReal }), "The machine's time, in milliseconds.");
const calls = about(count, 'How many ids of calls had been drawn by then.');
const drawn = about(T.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }), 'How many ids the data set had drawn.');
const instant = about(Timestamp(), 'ISO 8601, by the clock of the run.');
const milliseconds = T.Integer({ minimum: 0, maximum: lastInstant });

const window = T.Object({
  who: about(text, 'The key, or the workspace whose clock counts.'),
  what: about(text, 'The operation, or an address and a page; empty: all that has no limit of its own.'),
  minute: count,
  count,
});

export const HeadModel = T.Object({
  record: about(
    T.Integer({ minimum: 1, maximum: recordFormat }),
    'The version of the format in which the file was written.',
  ),
  emulator: about(text, 'The version of the emulator that wrote it.'),
  seed: T.Union([count, T.String({ pattern: '^[0-9a-f]{64}$' })]),
  starts: count,
  seq: about(count, 'The last commit before it begins.'),
  calls,
  real,
  url: about(text, 'Where the emulator listened.'),
  workspace: about(text, 'The workspace of calls that named none.'),
  options: T.Object({
    strict: yesOrNo,
    rateLimit: yesOrNo,
    signatureTime: OneOf(['real', 'emulated']),
    allowRemoteWebhooks: yesOrNo,
    profile: T.Optional(about(ProfileModel, 'The profile by which the emulator answered.')),
  }),
  overrides: T.Object({
    settlement: T.Optional(OneOf(['auto', 'manual'])),
    delays: T.Optional(T.Record(milliseconds)),
    clock: T.Optional(nullable(milliseconds)),
    freeze: T.Optional(yesOrNo),
  }),
  missing: about(T.Object({ requests: count, bodies: count }), 'What is not in it: requests, and bodies of requests.'),
});

export const SetModel = T.Object({ set: text, count: drawn });

export const WindowsModel = T.Object({
  windows: about(T.Array(window), 'What rate limits had counted when it begins.'),
});

/** A list of stored objects of a kind. */
type RecordsOf = (kind: string) => object;

/** The lists of some kinds, by their names. */
const byKind = (kinds: readonly string[], listOf: RecordsOf) =>
  T.Object(Object.fromEntries(kinds.map((kind) => [kind, T.Optional(listOf(kind) as T.TSchema)])));

/** @param listOf the schema of a list of stored objects */
export const kindModel = (kind: string, listOf: RecordsOf) =>
  T.Object({ kind: T.Literal(kind), records: listOf(kind) as T.TSchema });

/** @param listOf the schema of a list of stored objects */
export function commitModel(kinds: readonly string[], listOf: RecordsOf) {
  const put = about(byKind(kinds, listOf), 'Records that were made or changed, without fields that are null.');
  const del = byKind(kinds, () => texts);
  return T.Object({
    commit: count,
    workspace: textOrNull,
    at: about(milliseconds, 'The emulated instant, in milliseconds.'),
    cause: CauseModel,
    changes: T.Optional(about(T.Array(ChangeModel), 'Changes of state without an event.')),
    drop: T.Optional(about(texts, 'Data sets that went whole.')),
    adopt: T.Optional(about(T.Record(T.Object({ count: drawn, put })), 'Data sets that came whole.')),
    sets: T.Record(T.Object({ count: drawn, put: T.Optional(put), del: T.Optional(del) })),
    real,
    calls,
  });
}

const request = T.Object({
  id: text,
  number: count,
  at: instant,
  workspace_id: textOrNull,
  mode: nullable(OneOf(modes)),
  method: text,
  path: text,
  operation: textOrNull,
  key: textOrNull,
  client: nullable(T.Object({ sdk: textOrNull, idempotency_key: textOrNull })),
  headers: about(T.Record(text), 'The headers that it was sent with; secrets are masked.'),
  idempotency_key: textOrNull,
  browser_origin: textOrNull,
  status: about(T.Integer({ minimum: 0, maximum: 999 }), '0: it was cut off without an answer.'),
  retry_after: integerOrNull,
  replayed: yesOrNo,
  received: T.Number({ minimum: 0, maximum: lastReal }),
  latency_ms: T.Number(),
  body: textOrNull,
  redacted: yesOrNo,
  response: textOrNull,
  page: nullable(T.Object({ ids: texts, has_more: yesOrNo })),
  unknown_fields: texts,
  fault: textOrNull,
  audit: textOrNull,
});

const mark = T.Object({
  at: instant,
  workspace_id: text,
  kind: OneOf(markKinds),
  text: T.String({ maxLength: 10_000 }),
  failed: yesOrNo,
  to: textOrNull,
});

export const RequestModel = T.Object({ request, real, calls });
export const MarkModel = T.Object({ mark, real, calls });
export const CountModel = T.Object({ counted: window, real, calls });

const run = T.Object({
  command: texts,
  status: integerOrNull,
  output: about(text, 'What it printed last.'),
});

export const EndModel = T.Object({ end: T.Object({ real, calls, run: nullable(run) }) });

const toldRun = T.Object({
  name: text,
  number: count,
  adversity: textOrNull,
  said: text,
  goesOn: yesOrNo,
});

const finding = T.Object({
  rule: text,
  level: OneOf(['error', 'warning', 'note']),
  message: text,
  adversity: textOrNull,
  does: textOrNull,
  accepted: textOrNull,
  why: text,
  mend: text,
  repeat: text,
  more: text,
  run: text,
  control: textOrNull,
  at: textOrNull,
  evidence: texts,
  effects: texts,
  state: texts,
});

export const AuditModel = T.Object({
  audit: T.Object({ about: text, runs: T.Array(toldRun), findings: T.Array(finding) }),
});
