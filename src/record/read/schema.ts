import type { Registry } from '../../core/kernel/declare/registry.ts';
import { about, closed, nullable, OneOf, T } from '../../core/kernel/declare/schema.ts';
import type { AnyCollectionDef } from '../../core/store/collection.ts';
import { fieldsOf } from '../../core/store/nullable-fields.ts';
import { failureKinds } from '../summary.ts';
import {
  CountModel,
  commitModel,
  EndModel,
  HeadModel,
  kindModel,
  MarkModel,
  RequestModel,
  SetModel,
  WindowsModel,
} from './models.ts';

/** The version of the output of `emulator record show --json`. */
export const documentVersion = 1;

const text = T.String();
const textOrNull = nullable(text);
const count = T.Integer({ minimum: 0 });

const SummaryModel = T.Object({
  emulator: text,
  seed: about(
    nullable(T.Integer({ minimum: 0 })),
    'The value of --seed; null if --seed was not set and the run is not repeatable.',
  ),
  command: T.Array(text),
  status: about(
    nullable(T.Integer()),
    'The exit status of the command; null if it was still running, or if there was no command.',
  ),
  from: about(textOrNull, 'The first emulated instant of the record; null if the record has no steps.'),
  to: textOrNull,
  requests: count,
  refused: about(count, 'The number of requests with a response status other than 2xx.'),
  events: count,
  deliveries: count,
  failed_deliveries: about(count, 'The number of deliveries with at least one failed attempt.'),
  sections: T.Array(T.Object({ text, failed: T.Boolean() })),
  failures: T.Array(
    T.Object({
      kind: OneOf(failureKinds),
      text: about(text, 'What went wrong.'),
      place: about(text, 'The place just before the failure, in the form that --at accepts.'),
      section: about(textOrNull, 'The section that contains the failure; null before the first section.'),
      shows: about(textOrNull, "The id of the request, or of the delivery's event; null for a test or a command."),
    }),
  ),
  missing_requests: count,
});

/** The published JSON Schema of the output of `emulator record show --json`. */
export function runRecordSchema({ collections }: Registry): Record<string, unknown> {
  const defs = [...collections.values()];
  const kinds = defs.map(({ name }) => name);
  const listOf = (kind: string) => T.Array(T.Unsafe<object>({ $ref: `#/$defs/${kind}` }));
  const DocumentModel = T.Object({
    version: T.Literal(documentVersion),
    summary: SummaryModel,
    head: HeadModel,
    sets: about(
      T.Array(
        T.Object({
          ...SetModel.properties,
          kinds: T.Array(T.Union(kinds.map((kind) => kindModel(kind, listOf)))),
        }),
      ),
      'The data sets at the start of the record.',
    ),
    ...WindowsModel.properties,
    steps: about(
      T.Array(T.Union([commitModel(kinds, listOf), RequestModel, MarkModel, CountModel])),
      'The steps of the run, in order.',
    ),
    ...EndModel.properties,
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'payments-emulator: a run record in the format of record show --json',
    ...closed(DocumentModel),
    $defs: Object.fromEntries(defs.map((def) => [def.name, storedAs(def)])),
  };
}

/** The model of a stored object in a record's file, where null fields are omitted. */
function storedAs({ model }: AnyCollectionDef): object {
  const { nullable } = fieldsOf(model);
  const { required = [], ...schema } = closed(model) as { required?: readonly string[] };
  return { ...schema, required: required.filter((name) => !nullable.has(name)) };
}
