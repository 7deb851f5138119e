import { lastInstant } from '../../core/base/instants.ts';
import { about, nullable, OneOf, T, Timestamp, textForm } from '../../core/kernel/declare/schema.ts';
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

/** The time of the last day that JavaScript can represent, in milliseconds on the machine's clock. */
const lastReal = 8_640_000_000_000_000;
const real = about(T.Number({ minimum: 0, maximum: lastReal }), "The time on the machine's clock, in milliseconds.");
const calls = about(count, 'The number of call ids that the emulator had generated at this point.');
const drawn = about(
  T.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
  'The number of ids that the data set had generated at this point.',
);
const instant = about(Timestamp(), 'An instant on the emulated clock of the run (ISO 8601).');
const milliseconds = T.Integer({ minimum: 0, maximum: lastInstant });

const window = T.Object({
  who: about(text, 'The caller: a key, or the workspace whose clock determines the minute.'),
  what: about(
    text,
    'The operation, or the client address and the page; empty for all operations without their own limit.',
  ),
  minute: count,
  count,
});

export const HeadModel = T.Object({
  record: about(T.Integer({ minimum: 1, maximum: recordFormat }), 'The version of the file format.'),
  emulator: about(text, 'The version of the emulator that wrote the record.'),
  seed: T.Union([count, T.String(textForm('^[0-9a-f]{64}$', '64 hexadecimal digits', '0f'.repeat(32)))]),
  starts: count,
  seq: about(count, 'The sequence number of the last commit before the start of the record.'),
  calls,
  real,
  url: about(text, 'The URL at which the emulator was running.'),
  workspace: about(text, 'The default workspace, for calls that do not specify a workspace.'),
  options: T.Object({
    strict: yesOrNo,
    rateLimit: yesOrNo,
    signatureTime: OneOf(['real', 'emulated']),
    allowRemoteWebhooks: yesOrNo,
    profile: T.Optional(about(ProfileModel, 'The profile that the emulator used.')),
  }),
  overrides: T.Object({
    settlement: T.Optional(OneOf(['auto', 'manual'])),
    delays: T.Optional(T.Record(milliseconds)),
    fees: T.Optional(T.Record(about(count, 'The fee, in cents.'))),
    clock: T.Optional(nullable(milliseconds)),
    freeze: T.Optional(yesOrNo),
  }),
  missing: about(
    T.Object({ requests: count, bodies: count }),
    'The numbers of requests and request bodies that are missing from the record.',
  ),
});

export const SetModel = T.Object({ set: text, count: drawn });

export const WindowsModel = T.Object({
  windows: about(T.Array(window), 'The rate-limit counts at the start of the record.'),
});

/** Returns the schema of a list of stored objects of a kind. */
type RecordsOf = (kind: string) => object;

/** The lists of several kinds, by kind. */
const byKind = (kinds: readonly string[], listOf: RecordsOf) =>
  T.Object(Object.fromEntries(kinds.map((kind) => [kind, T.Optional(listOf(kind) as T.TSchema)])));

/** @param listOf the schema of a list of stored objects */
export const kindModel = (kind: string, listOf: RecordsOf) =>
  T.Object({ kind: T.Literal(kind), records: listOf(kind) as T.TSchema });

/** @param listOf the schema of a list of stored objects */
export function commitModel(kinds: readonly string[], listOf: RecordsOf) {
  const put = about(byKind(kinds, listOf), 'Records that were created or changed, without null fields.');
  const del = byKind(kinds, () => texts);
  return T.Object({
    commit: count,
    workspace: textOrNull,
    at: about(milliseconds, 'The emulated time of the commit, in milliseconds.'),
    cause: CauseModel,
    changes: T.Optional(about(T.Array(ChangeModel), 'State changes that no event reports.')),
    drop: T.Optional(about(texts, 'Complete data sets that were deleted.')),
    adopt: T.Optional(about(T.Record(T.Object({ count: drawn, put })), 'Complete data sets that were added.')),
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
  headers: about(T.Record(text), 'The headers of the request, with masked secrets.'),
  idempotency_key: textOrNull,
  browser_origin: textOrNull,
  status: about(
    T.Integer({ minimum: 0, maximum: 999 }),
    'The HTTP status of the response; 0 if the connection was closed without a response.',
  ),
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
  restores: T.Optional(T.String({ maxLength: 10_000 })),
});

export const RequestModel = T.Object({ request, real, calls });
export const MarkModel = T.Object({ mark, real, calls });
export const CountModel = T.Object({ counted: window, real, calls });

const run = T.Object({
  command: texts,
  status: integerOrNull,
  output: about(text, 'The last output of the command.'),
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
  fix: text,
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
