import { about, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';

/** What `emulator compare` found, as it writes it: the emulator beside the service itself. */

/** What a finding is about, in the order of what it costs a user. */
export const findingKinds = ['behaviour', 'specification', 'assumption'] as const;

/** In what the two differ. */
export const differenceKinds = ['value', 'service_only', 'emulator_only', 'name', 'id_prefix', 'time'] as const;

/** The most lines of both answers of a finding, and the most letters of a line. */
export const mostLines = 400;
export const longestLine = 400;

const text = T.String({ maxLength: 5_000 });
const count = T.Integer({ minimum: 0 });
const Anything = T.Unsafe<unknown>({});
const First = T.Object({ capture: text, entry: about(count, 'The number of the entry in the file, from 1.') });

const AnswerLine = T.Object({
  depth: T.Integer({ minimum: 0, maximum: 20 }),
  service: about(nullable(text), 'Null: the answer of the service has no such line.'),
  emulator: nullable(text),
  differs: about(T.Boolean(), 'Whether the finding is about it.'),
});
export type AnswerLine = T.Static<typeof AnswerLine>;

const Answers = T.Object({
  of: about(text, 'The call, or the type of the webhook.'),
  lines: T.Array(AnswerLine, { maxItems: mostLines }),
});
export type BothAnswers = T.Static<typeof Answers>;

const ComparisonFinding = T.Object({
  kind: OneOf(findingKinds),
  operation: about(text, 'An operation, `client.` before one of the client API; `event payout.paid` of a webhook.'),
  place: about(text, '`status`, `error.code`, `header NAME`, `order`, `length`, `events`, or a path in the body.'),
  service: about(Anything, 'What the service answers; null as well where it has nothing there.'),
  emulator: Anything,
  difference: about(
    OneOf(differenceKinds),
    'In what the two differ: in a value, in whether one has it at all, in the name of a field, in what ids begin with, or in a time.',
  ),
  refusal: about(nullable(text), 'What the side said that refused what the other accepted.'),
  says: about(text, 'The difference in words.'),
  seen: count,
  of: count,
  first: First,
  consequences: about(count, 'How many further differences follow from it.'),
  row: about(nullable(text), 'The chapter and row of the coverage.'),
  adoptable: about(T.Boolean(), 'Whether a profile can adopt it.'),
  answers: about(
    nullable(Answers),
    'Both answers, line beside line; null: of the first findings alone, or of no entry.',
  ),
});
export type ComparisonFinding = T.Static<typeof ComparisonFinding>;

export const ComparisonReport = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  captures: about(T.Array(text, { maxItems: 1_000 }), 'The files, as they were named.'),
  entries: count,
  compared: count,
  findings: T.Array(ComparisonFinding, { maxItems: 10_000 }),
  not_compared: T.Array(T.Object({ why: text, count, first: First }), { maxItems: 100_000 }),
  assumptions: T.Object({ confirmed: count, refuted: count, untouched: count }),
});
export type ComparisonReport = T.Static<typeof ComparisonReport>;
