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
  url: about(text, 'The address of the emulator of this workspace.'),
  present: about(T.Boolean(), 'Whether the workspace existed when the record was read; false if it was removed.'),
  requests: count,
  events: count,
  deliveries: count,
});
/** The totals of a workspace over all its states. */
export type WorkspaceTotals = ReadonlyStatic<typeof WorkspaceTotalsModel>;

const RunOfRecordModel = T.Object({
  name: text,
  number: about(count, 'As EMULATOR_RUN.'),
  adversity: about(textOrNull, 'The adversity of the run; null in a control run.'),
});
export type RunOfRecord = ReadonlyStatic<typeof RunOfRecordModel>;

const PlaceModel = T.Object({
  run: about(text, 'The name of the run that shows the finding.'),
  control: about(
    textOrNull,
    'The name of the control run to compare it with; null if a control run shows the finding.',
  ),
  at: about(textOrNull, 'The id of a request, a delivery or an event.'),
  start: about(text, 'The command that resumes the emulator at this point.'),
});
/** The location in the record of a trial that shows a finding. */
export type PlaceOfFinding = Omit<ReadonlyStatic<typeof PlaceModel>, 'start'>;

const FindingModel = T.Object({
  message: text,
  where: about(text, 'The location of the finding, which you can name to accept it.'),
  level: Level,
  workspace: about(textOrNull, 'The workspace of the finding; null in a trial and in an audit of receivers.'),
  fix: about(text, 'How to fix the problem.'),
  adversity: textOrNull,
  runs: about(T.Array(count), 'The numbers of the runs that showed the finding, as in EMULATOR_RUN.'),
  evidence: EvidenceModel,
  repeat: about(text, 'The command that repeats only this finding.'),
  place: about(
    orNull(PlaceModel),
    'Where the record shows the finding, and the command that resumes it there; null without a record.',
  ),
  accepted: about(textOrNull, 'Why a user accepted the finding; null if it is not accepted.'),
});
export type ReportedFinding = ReadonlyStatic<typeof FindingModel>;

const TriedModel = T.Object({
  adversity: text,
  tried: about(texts, 'The event types or operations that the adversity was tried on.'),
  notTried: about(texts, 'The event types or operations that gave the adversity no opportunity.'),
  of: about(
    count,
    'The number of all event types or operations. If only a sample was tried, it is larger than both lists together.',
  ),
  because: about(textOrNull, 'Why the adversity had no opportunity; null if it had one.'),
});
/** The kinds that an adversity was tried on. */
export interface TriedKinds extends ReadonlyStatic<typeof TriedModel> {
  readonly rules: readonly string[];
  /** The duration of its runs, in seconds. */
  readonly took: number;
}

const UndecidedModel = T.Object({
  because: about(text, 'Why the runs could not be judged.'),
  nextStep: about(text, 'What to do so that they can be judged.'),
  findings: T.Array(FindingModel),
});

const RuleModel = T.Object({
  id: text,
  level: Level,
  state: OneOf(ruleStates),
  because: about(textOrNull, 'Why the rule could not be judged; null if it was judged.'),
  nextStep: about(textOrNull, 'What to do so that the rule can be judged, or so that it applies.'),
  tried: about(T.Array(TriedModel), 'The adversities of the rule; empty if no trial judges it.'),
  untried: about(
    textOrNull,
    'What no trial of the rule tries, and who can try it; null if the trials cover everything that the rule is about.',
  ),
  took: about(seconds, 'The total duration of the runs that judge the rule, in seconds.'),
  findings: T.Array(FindingModel),
  undecided: about(
    T.Array(UndecidedModel),
    'What some runs could not decide, although other runs violate the rule; empty if the rule is not violated.',
  ),
});
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
  version: T.Literal(2),
  way: OneOf(ways),
  about: about(text, 'What the audit judged, in one sentence.'),
  seed: nullable(T.Integer()),
  command: about(nullable(texts), 'The command that the audit ran; null if the audit only read a record.'),
  recorded: about(
    nullable(T.Array(WorkspaceTotalsModel)),
    'The totals of each workspace; null in a trial and in an audit of receivers.',
  ),
  empty: about(T.Boolean(), 'Whether there was nothing to judge, so that no rule was judged.'),
  took: about(seconds, 'The duration of the audit, in seconds.'),
  controls: T.Object({ runs: count, notRepeatable: texts }),
  record: about(
    orNull(T.Object({ file: text, runs: T.Array(RunOfRecordModel) })),
    'The record with the runs that show findings; null without a record.',
  ),
  outputs: about(T.Array(OutputModel), 'The last output of the command in each failed run that a finding names.'),
  weak: about(T.Array(T.Object({ message: text, rules: texts })), 'The limits of the report. Read them first.'),
  rules: T.Array(RuleModel),
  counts: T.Object(Object.fromEntries(ruleStates.map((state) => [state, count])) as Record<RuleState, typeof count>),
});
export type Report = ReadonlyStatic<typeof ReportModel>;

/** The JSON Schema of the output of `emulator audit --json`. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'payments-emulator: the report of audit --json',
  ...closed(ReportModel),
};
