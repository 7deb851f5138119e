import { about, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';

/** The report of `emulator compare`, which compares the emulator with the service. */

/** The kinds of findings, ordered by how much they cost a user. */
export const findingKinds = ['behaviour', 'specification', 'assumption'] as const;

/** The ways in which the two sides can differ. */
const differenceKinds = ['value', 'service_only', 'emulator_only', 'name', 'id_prefix', 'time'] as const;

/** The maximum number of lines in both responses of a finding, and of characters in a line. */
export const mostLines = 400;
export const longestLine = 400;

const text = T.String({ maxLength: 5_000 });
const count = T.Integer({ minimum: 0 });
const Anything = T.Unsafe<unknown>({});
const First = T.Object({ capture: text, entry: about(count, 'The number of the entry in the file, counted from 1.') });

const AnswerLine = T.Object({
  depth: T.Integer({ minimum: 0, maximum: 20 }),
  service: about(nullable(text), 'The line in the response of the service; null if the response has no such line.'),
  emulator: nullable(text),
  differs: about(T.Boolean(), 'Whether the finding is about this line.'),
});
export type AnswerLine = T.Static<typeof AnswerLine>;

const Answers = T.Object({
  of: about(text, 'The call, or the webhook type.'),
  lines: T.Array(AnswerLine, { maxItems: mostLines }),
});
export type BothAnswers = T.Static<typeof Answers>;

const Ids = T.Array(text, { maxItems: 10_000 });

const ComparisonFinding = T.Object({
  id: T.Optional(about(text, 'The id of the finding, the same in every capture that shows it.')),
  object: T.Optional(about(text, 'The type of the object, `error`, `header`, the webhook or the operation.')),
  kind: OneOf(findingKinds),
  operation: about(
    text,
    'The operation, with the prefix `client.` for the client API; for a webhook, a text such as `event payout.paid`.',
  ),
  place: about(
    text,
    'The location of the difference: `status`, `error.code`, `header NAME`, `order`, `length`, `events`, or a path in the body.',
  ),
  about: T.Optional(about(text, 'The description of the field or the webhook.')),
  service: about(Anything, 'The value in the response of the service; null if the response has no such value.'),
  emulator: Anything,
  difference: about(
    OneOf(differenceKinds),
    'How the two responses differ: in a value, in a part that only one of them has, in a field name, in an id prefix, or in a time.',
  ),
  refusal: about(
    nullable(T.Object({ service: nullable(text), emulator: nullable(text) })),
    'The error messages, if the two sides rejected a call with different statuses, or only one of them did.',
  ),
  says: about(text, 'A description of the difference.'),
  values: about(
    T.Object({ service: count, emulator: count, amounts: T.Optional(count) }),
    'How many different values each side has there, and how many amounts the requests. `service` and `emulator` are those of the first entry.',
  ),
  items: T.Optional(about(count, 'How many items both lists have, if only `has_more` differs.')),
  seen: about(count, 'How many calls or webhooks show the difference.'),
  of: about(count, 'Among how many calls or webhooks that show the place: those that are as `which` says.'),
  which: T.Optional(about(text, 'What these calls have in common, as the rest of the sentence that counts them.')),
  first: about(First, 'The first entry that shows the difference, if possible with a value.'),
  request: T.Optional(about(text, 'The request of this entry in one line, with the fields that decide.')),
  consequences: about(count, 'The number of further differences that this difference causes.'),
  row: about(nullable(text), 'The chapter and row of the finding in the coverage table.'),
  specification: about(text, 'What the specification says about the place, and which side is right.'),
  adoptable: about(T.Boolean(), 'Whether a profile can adopt the finding.'),
  adoption: about(text, 'The evidence for the change of a profile, or why a profile does not adopt the finding.'),
  todo: about(text, 'What to do: adopt it, capture another call, or report it.'),
  ignored: T.Optional(
    about(
      T.Object({ by: OneOf(['service', 'emulator']), field: text }),
      'The field of the request that one side ignored, although the other uses it.',
    ),
  ),
  answers: about(
    nullable(Answers),
    'Both responses, side by side; null if the finding is not one of the first findings, or is not about an entry.',
  ),
});
export type ComparisonFinding = T.Static<typeof ComparisonFinding>;

export const ComparisonReport = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  captures: about(T.Array(text, { maxItems: 1_000 }), 'The names of the capture files, as passed to the command.'),
  entries: count,
  compared: count,
  findings: T.Array(ComparisonFinding, { maxItems: 10_000 }),
  not_compared: T.Array(T.Object({ why: text, count, first: First }), { maxItems: 100_000 }),
  assumptions: about(
    T.Object({ confirmed: count, refuted: count, untouched: count }),
    'The assumptions of the emulator, without those about `livemode` and dates.',
  ),
  confirm_next: T.Optional(
    about(
      T.Array(T.Object({ how: text, weight: text, assumptions: T.Array(text, { maxItems: 1_000 }) }), {
        maxItems: 100,
      }),
      'The calls that would confirm or refute untested assumptions, the gravest first.',
    ),
  ),
  baseline: T.Optional(
    about(
      T.Object({ new: Ids, changed: Ids, gone: Ids, known: count }),
      'How the findings differ from the baseline, by their ids.',
    ),
  ),
});
export type ComparisonReport = T.Static<typeof ComparisonReport>;
