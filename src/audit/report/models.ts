import { about, closed, nullable, OneOf, type ReadonlyStatic, T } from '../../core/kernel/declare/schema.ts';
import { levels, type RuleState, ruleStates, ways } from '../rule.ts';
import { EvidenceModel } from './evidence-model.ts';

/* The models of a report, of which its types and the published schema are made. */

const text = T.String();
const textOrNull = nullable(text);
const texts = T.Array(text);
const count = T.Integer({ minimum: 0 });
const seconds = T.Number({ minimum: 0 });
const Level = OneOf(levels);

const orNull = <S extends T.TSchema>(schema: S) =>
  T.Unsafe<T.Static<S> | null>({ anyOf: [{ type: 'null' }, schema] } as T.TSchema);

const WorkspaceTotalsModel = T.Object({
  workspace: text,
  url: about(text, 'The address of its emulator.'),
  present: about(T.Boolean(), 'Whether it was there when it was read; false: it was removed.'),
  requests: count,
  events: count,
  deliveries: count,
});
/** The totals of a workspace, over all its states. */
export type WorkspaceTotals = ReadonlyStatic<typeof WorkspaceTotalsModel>;

const RunOfRecordModel = T.Object({
  name: text,
  number: about(count, 'As EMULATOR_RUN.'),
  adversity: about(textOrNull, 'Null in a control.'),
});
/** A run in the record of a trial. */
export type RunOfRecord = ReadonlyStatic<typeof RunOfRecordModel>;

const PlaceModel = T.Object({
  run: about(text, 'The run that shows it, by its name.'),
  control: about(textOrNull, 'What it differs from; null where a control shows it.'),
  at: about(textOrNull, 'A request, a delivery or an event.'),
  start: about(text, 'The command that goes back there.'),
});
/** The place in the record of a trial that shows a finding. */
export type PlaceOfFinding = Omit<ReadonlyStatic<typeof PlaceModel>, 'start'>;

const FindingModel = T.Object({
  message: text,
  where: about(text, 'What it is about, by which it can be accepted.'),
  level: Level,
  workspace: about(textOrNull, 'Where it happened; null in a trial and where receivers were asked.'),
  mend: about(text, 'How to mend it.'),
  adversity: textOrNull,
  runs: about(T.Array(count), 'The runs in which it showed, by EMULATOR_RUN.'),
  evidence: EvidenceModel,
  repeat: about(text, 'The command that repeats just it.'),
  place: about(
    orNull(PlaceModel),
    'Where the record shows it, and the command that goes back there; null without a record.',
  ),
  accepted: about(textOrNull, 'Why somebody accepted it; null where nobody did.'),
});
/** A finding in a report. */
export type ReportedFinding = ReadonlyStatic<typeof FindingModel>;

const TriedModel = T.Object({
  adversity: text,
  tried: about(texts, 'The types of events, or the operations, that it was tried on.'),
  notTried: about(texts, 'Those that it found no moment for.'),
  of: about(count, 'How many there are in all: more than both where it is a sample.'),
  because: about(textOrNull, 'Why there was none; null where there was.'),
});
/** The kinds that an adversity was tried on. */
export interface TriedKinds extends ReadonlyStatic<typeof TriedModel> {
  /** The rules that it judges. */
  readonly rules: readonly string[];
  /** The duration of its runs, in seconds. */
  readonly took: number;
}

const RuleModel = T.Object({
  id: text,
  level: Level,
  state: OneOf(ruleStates),
  because: about(textOrNull, 'Why it could not be judged; null where it was.'),
  lets: about(textOrNull, 'What would let it be judged, or make it apply.'),
  tried: about(T.Array(TriedModel), 'Its adversities; empty if no trial judges it.'),
  untried: about(textOrNull, 'What no trial of it tries, and who can; null where it tries all that it is about.'),
  took: about(seconds, 'How long the runs took that it is judged by, in seconds.'),
  findings: T.Array(FindingModel),
});
/** The outcome of a rule. */
export type RuleReport = ReadonlyStatic<typeof RuleModel>;

const OutputModel = T.Object({
  run: about(count, 'As EMULATOR_RUN.'),
  adversity: text,
  status: about(count, 'The exit status of the command.'),
  lines: about(texts, 'The last lines that the command printed.'),
});
/** The end of the output of a failed command. */
export type FailedOutput = ReadonlyStatic<typeof OutputModel>;

const ReportModel = T.Object({
  version: T.Literal(1),
  way: OneOf(ways),
  about: about(text, 'What was judged, in a sentence.'),
  seed: nullable(T.Integer()),
  command: about(nullable(texts), 'Null where the audit only read what was recorded.'),
  recorded: about(
    nullable(T.Array(WorkspaceTotalsModel)),
    'What each workspace recorded; null in a trial and where receivers were asked.',
  ),
  empty: about(T.Boolean(), 'Whether nothing happened at all, so that no rule was judged.'),
  took: about(seconds, 'How long all of it took, in seconds.'),
  controls: T.Object({ runs: count, notRepeatable: texts }),
  record: about(
    orNull(T.Object({ file: text, runs: T.Array(RunOfRecordModel) })),
    'The record with the runs that findings show in; null without one.',
  ),
  outputs: about(
    T.Array(OutputModel),
    'What the command printed last in each run that failed and that a finding names.',
  ),
  weak: about(T.Array(T.Object({ message: text, rules: texts })), 'Limits of the report, to be read first.'),
  rules: T.Array(RuleModel),
  counts: T.Object(Object.fromEntries(ruleStates.map((state) => [state, count])) as Record<RuleState, typeof count>),
});
/** The report of an audit. */
export type Report = ReadonlyStatic<typeof ReportModel>;

/** The JSON Schema of the output of `emulator audit --json`. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'payments-emulator: the report of audit --json',
  ...closed(ReportModel),
};
