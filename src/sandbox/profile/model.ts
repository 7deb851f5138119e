import { about, closed, OneOf, T, Text, Words } from '../../core/kernel/declare/schema.ts';

/** A name in the API, which begins with a letter: no name may reach an object's prototype. */
const name = (description: string) =>
  about(T.String({ pattern: '^[A-Za-z][\\w-]{0,99}$', examples: ['field_name'] }), description);
const path = (description: string) =>
  about(T.String({ pattern: '^[A-Za-z][\\w-]*(\\.[A-Za-z][\\w-]*){0,9}$', examples: ['address.line1'] }), description);
const scalar = (description: string) => about(T.Union([Text(), T.Number(), T.Boolean(), T.Null()]), description);

const of = about(
  Words(100),
  'The object, by its field `object`; `event TYPE` for the data of an event; an operation, by its id, for an answer without `object`.',
);
const field = path(
  'The field, by its name here; `address.line1` is a field of a field, and lists count as their items.',
);
const status = (description: string) => about(T.Integer({ minimum: 200, maximum: 599 }), description);
const words = {
  from: about(Words(100), 'The word here.'),
  to: about(Words(100), 'The word of the service.'),
};

/** The fields of each change, by the word in `change`. */
export const changeFields = {
  value: { of, field, from: scalar('The value here.'), to: scalar('The value of the service.') },
  rename: { of, field, to: name('The name of the field in the service.') },
  add: {
    of,
    field: path('The field that only the service has.'),
    constant: T.Optional(about(T.Unknown(), 'Its value, always the same.')),
    copy: T.Optional(name('The field beside it whose value it repeats.')),
  },
  remove: { of, field },
  null: {
    of,
    field,
    as: about(
      OneOf(['absent', 'empty', 'null']),
      'How the service shows that there is no value: `absent` or `empty` ("") in place of null, `null` in place of nothing.',
    ),
  },
  code: words,
  type: words,
  decline_code: words,
  category: words,
  status: {
    operation: T.Optional(about(Words(100), 'The id of the operation; absent: the refusals of all operations.')),
    code: T.Optional(about(Words(100), 'The code of a refusal, by its name here; absent: any.')),
    from: status('The status here.'),
    to: status('The status of the service.'),
  },
  id_prefix: {
    of: about(Words(100), 'The object, by its field `object`.'),
    from: about(Words(20), 'What its ids begin with here.'),
    to: about(
      T.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,19}$', examples: ['cust_'] }),
      'What they begin with in the service.',
    ),
  },
  default_limit: {
    operation: T.Optional(about(Words(100), 'The id of the operation; absent: all lists.')),
    to: about(T.Integer({ minimum: 1, maximum: 100 }), 'How many objects a page has if the request names no limit.'),
  },
  header: {
    name: about(Words(100), 'A header of answers.'),
    sent: about(T.Literal(false), 'The service does not send it.'),
  },
  delay: {
    setting: about(Words(100), 'A delay of settlement among the settings of workspaces: `settlement.delays.ach`.'),
    to: about(
      T.Union([T.Integer({ minimum: 0 }), Words(50)]),
      'How long it takes: milliseconds, or a text such as 48h.',
    ),
  },
  event: {
    type: about(Words(100), 'The event, by its type here.'),
    add: T.Optional(
      about(Words(100), 'The type of another event that the service sends beside it, with the same data.'),
    ),
    to: T.Optional(about(Words(100), 'Its type in the service.')),
    sent: T.Optional(about(T.Literal(false), 'The service does not send it.')),
  },
  event_order: {
    types: about(
      T.Array(Words(100), { minItems: 2, maxItems: 50 }),
      'The types of events of one call in the order in which the service sends them.',
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, T.TSchema>>>>;

export type ChangeName = keyof typeof changeFields;
export const changeNames = Object.keys(changeFields) as ChangeName[];

const notes = {
  finding: T.Optional(about(Text(500), 'The finding that it adopts: operation and place.')),
  note: T.Optional(about(Text(2_000), 'For people.')),
};
/** One change. */
export type ChangeOf<C extends ChangeName> = { readonly change: C } & Readonly<
  T.Static<T.TObject<(typeof changeFields)[C]>> & T.Static<T.TObject<typeof notes>>
>;
export type Change = { [C in ChangeName]: ChangeOf<C> }[ChangeName];

/** The schema of one change: nothing but its own fields. */
export const changeModel = (change: ChangeName): T.TObject =>
  T.Object({ change: T.Literal(change), ...changeFields[change], ...notes }, { additionalProperties: false });

/** A profile: how the service answers where that differs from what the emulator assumes. */
export interface ProfileFile {
  readonly version: 1;
  readonly name: string;
  readonly adopted: readonly Change[];
}

/** The most changes of a profile. */
const mostChanges = 2_000;

/** The file without its changes, each of which is checked by its own schema. */
export const ProfileOutline = T.Object(
  {
    $schema: T.Optional(Text(500)),
    version: about(T.Literal(1), 'The version of this format.'),
    name: about(
      T.String({ pattern: '^[\\w .:/@+-]{1,100}$', examples: ['sandbox.example.com'] }),
      'The service, as status, start and records name it.',
    ),
    adopted: T.Array(T.Object({}), { maxItems: mostChanges }),
  },
  { additionalProperties: false },
);

/** The model of a whole profile. */
export const ProfileModel = T.Unsafe<ProfileFile>(
  T.Object({
    ...ProfileOutline.properties,
    adopted: about(
      T.Array(T.Unsafe<Change>({ anyOf: changeNames.map(changeModel) }), { maxItems: mostChanges }),
      'What differs, one change an entry.',
    ),
  }),
);

/** The published schema of profiles, for editors. */
export const profileSchema = (): Record<string, unknown> => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Profile of a service',
  description: 'How a service answers where that differs from what payments-emulator assumes.',
  ...closed(ProfileModel),
});
