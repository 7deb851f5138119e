import { count, dictionary, list, text, textOrNull, texts, whole, yesOrNo } from '../base/json-schema.ts';
import type { Registry } from '../kernel/declare/registry.ts';
import { CauseModel } from '../kernel/events.ts';
import { modes } from '../kernel/workspace.ts';
import { markKinds } from '../requests/marks.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import { layoutOf } from '../store/rows.ts';
import { recordFormat } from './format.ts';
import { failureKinds } from './summary.ts';

/** The version of what `emulator record show --json` prints. */
export const documentVersion = 1;

const integerOrNull = { type: ['integer', 'null'] } as const;
const modeOrNull = { enum: [...modes, null] } as const;
const described = (description: string, schema: object) => ({ description, ...schema });

const real = described("The machine's time, in milliseconds.", { type: 'number' });
const calls = described('How many ids of calls had been drawn by then.', count);
const drawn = described('How many ids the data set had drawn.', count);
const instant = described('ISO 8601, by the clock of the run.', text);

const summary = whole({
  emulator: text,
  command: texts,
  status: described('The exit status of the command; null where it went on, or where none ran.', integerOrNull),
  from: described('Between which emulated instants it tells; null where nothing happened.', textOrNull),
  to: textOrNull,
  requests: count,
  refused: described('Requests whose answer was not 2xx.', count),
  events: count,
  deliveries: count,
  failed_deliveries: described('Deliveries of which an attempt failed.', count),
  sections: list(whole({ text, failed: yesOrNo })),
  failures: list(
    whole({
      kind: { enum: failureKinds },
      text: described('What went wrong.', text),
      place: described('The place just before it, as --at takes it.', text),
      section: described('The section that it fell into; null before the first.', textOrNull),
      shows: described("A request, or a delivery's event; null for a test.", textOrNull),
    }),
  ),
  missing_requests: count,
});

const window = whole({
  who: described('The key, or the workspace whose clock counts.', text),
  what: described('The operation, or an address and a page; empty: all that has no limit of its own.', text),
  minute: count,
  count,
});

const head = whole({
  record: described('The version of the format in which the file was written.', {
    type: 'integer',
    minimum: 1,
    maximum: recordFormat,
  }),
  emulator: described('The version of the emulator that wrote it.', text),
  seed: { type: ['integer', 'string'] },
  starts: count,
  seq: described('The last commit before it begins.', count),
  calls,
  real,
  url: described('Where the emulator listened.', text),
  workspace: described('The workspace of calls that named none.', text),
  options: whole({
    strict: yesOrNo,
    rateLimit: yesOrNo,
    signatureTime: { enum: ['real', 'emulated'] },
    allowRemoteWebhooks: yesOrNo,
  }),
  overrides: whole({ settlement: { enum: ['auto', 'manual'] }, clock: integerOrNull, freeze: yesOrNo }, [
    'settlement',
    'clock',
    'freeze',
  ]),
  missing: described('What is not in it: requests, and bodies of requests.', whole({ requests: count, bodies: count })),
});

const request = whole({
  id: text,
  number: count,
  at: instant,
  workspace_id: textOrNull,
  mode: modeOrNull,
  method: text,
  path: text,
  operation: textOrNull,
  key: textOrNull,
  client: { anyOf: [whole({ sdk: textOrNull, idempotency_key: textOrNull }), { type: 'null' }] },
  idempotency_key: textOrNull,
  browser_origin: textOrNull,
  status: described('0: it was cut off without an answer.', count),
  retry_after: integerOrNull,
  replayed: yesOrNo,
  received: { type: 'number' },
  latency_ms: { type: 'number' },
  body: textOrNull,
  redacted: yesOrNo,
  response: textOrNull,
  page: { anyOf: [whole({ ids: texts, has_more: yesOrNo }), { type: 'null' }] },
  unknown_fields: texts,
  fault: textOrNull,
  audit: textOrNull,
});

const mark = whole({
  at: instant,
  workspace_id: text,
  kind: { enum: markKinds },
  text,
  failed: yesOrNo,
  to: textOrNull,
});

const run = whole({ command: texts, status: integerOrNull, output: described('What it printed last.', text) });

/** The published JSON Schema of what `emulator record show --json` prints. */
export function runRecordSchema({ collections }: Registry): Record<string, unknown> {
  const kinds = [...collections.values()];
  const definitions = Object.fromEntries(kinds.map((def) => [def.name, storedAs(def)]));
  const byKind = (of: (reference: object) => object) => ({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(kinds.map(({ name }) => [name, of({ $ref: `#/$defs/${name}` })])),
  });
  const put = described('Records that were made or changed, without fields that are null.', byKind(list));
  const part = whole({ count: drawn, put, del: byKind(() => texts) }, ['put', 'del']);
  const commit = whole(
    {
      commit: count,
      workspace: textOrNull,
      at: described('The emulated instant, in milliseconds.', { type: 'number' }),
      cause: closed(CauseModel),
      drop: described('Data sets that went whole.', texts),
      adopt: described('Data sets that came whole.', dictionary(whole({ count: drawn, put }))),
      sets: dictionary(part),
      real,
      calls,
    },
    ['drop', 'adopt'],
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'payments-emulator: a run record, as emulator record show --json prints it',
    ...whole({
      version: { const: documentVersion },
      summary,
      head,
      sets: described(
        'The data sets as they were when the record begins.',
        list(
          whole({
            set: text,
            count: drawn,
            kinds: list({
              anyOf: kinds.map(({ name }) =>
                whole({ kind: { const: name }, records: list({ $ref: `#/$defs/${name}` }) }),
              ),
            }),
          }),
        ),
      ),
      windows: described('What rate limits had counted when it begins.', list(window)),
      steps: described(
        'What happened, in its order.',
        list({
          anyOf: [
            commit,
            whole({ request, real, calls }),
            whole({ mark, real, calls }),
            whole({ counted: window, real, calls }),
          ],
        }),
      ),
      end: whole({ real, calls, run: { anyOf: [run, { type: 'null' }] } }),
    }),
    $defs: definitions,
  };
}

/** A record as a file has it: fields that may be null are left out where they are. */
function storedAs({ model }: AnyCollectionDef): object {
  const { nullable } = layoutOf(model);
  const { required = [], ...schema } = closed(model) as { required?: readonly string[] };
  return { ...schema, required: required.filter((name) => !nullable.includes(name)) };
}

/** A schema without our own keywords, in which objects have no other fields than those that they declare. */
function closed(schema: object): object {
  const closing = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(closing);
    if (typeof value !== 'object' || value === null) return value;
    const held: Record<string, unknown> = Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !name.startsWith('x-'))
        .map(([name, each]) => [name, closing(each)]),
    );
    const isOpen = !('properties' in held) || 'additionalProperties' in held || 'patternProperties' in held;
    return held.type === 'object' && !isOpen ? { ...held, additionalProperties: false } : held;
  };
  return closing(JSON.parse(JSON.stringify(schema))) as object;
}
