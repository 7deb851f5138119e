import { about, closed, OneOf, T, Text, textForm, Words } from '../../core/kernel/declare/schema.ts';

/** A name in the API. It begins with a letter, so that no name can reach an object's prototype. */
const name = (description: string) =>
  about(
    T.String(
      textForm('^[A-Za-z][\\w-]{0,99}$', 'a letter, followed by up to 99 letters, digits, _ or -', 'field_name'),
    ),
    description,
  );
const path = (description: string) =>
  about(
    T.String(
      textForm(
        '^[A-Za-z][\\w-]*(\\.[A-Za-z][\\w-]*){0,9}$',
        'up to 10 field names, separated by dots',
        'address.line1',
      ),
    ),
    description,
  );
const scalar = (description: string) => about(T.Union([Text(), T.Number(), T.Boolean(), T.Null()]), description);

const of = about(
  Words(100),
  'The object type, as in the field `object`; `event TYPE` for the data of an event; `error` for errors; an operation id for a response without `object`.',
);
const field = path(
  'The field name in the emulator; `address.line1` is a nested field. For a list, the name refers to the fields of its items.',
);
const status = (description: string) => about(T.Integer({ minimum: 200, maximum: 599 }), description);
const words = {
  from: about(Words(100), 'The value in the emulator.'),
  to: about(Words(100), 'The value in the service.'),
};

/** The fields of each change, by the value of `change`. */
export const changeFields = {
  value: { of, field, from: scalar('The value in the emulator.'), to: scalar('The value in the service.') },
  rename: { of, field, to: name('The name of the field in the service.') },
  add: {
    of,
    field: path('A field that only the service has.'),
    constant: T.Optional(about(T.Unknown(), 'The value of the field, if it is always the same.')),
    copy: T.Optional(name('The field in the same object whose value this field copies.')),
  },
  remove: { of, field },
  null: {
    of,
    field,
    as: about(
      OneOf(['absent', 'empty', 'null']),
      'How the service represents a missing value: `absent` or `empty` ("") instead of null, or `null` instead of an absent field.',
    ),
  },
  code: words,
  type: words,
  decline_code: words,
  category: words,
  status: {
    operation: T.Optional(
      about(Words(100), 'The operation id; if absent, the change applies to the errors of all operations.'),
    ),
    code: T.Optional(about(Words(100), 'The error code in the emulator; if absent, the change applies to any code.')),
    from: status('The status in the emulator.'),
    to: status('The status in the service.'),
  },
  id_prefix: {
    of: about(Words(100), 'The object type, as in the field `object`.'),
    from: about(Words(20), 'The id prefix in the emulator.'),
    to: about(
      T.String(
        textForm('^[A-Za-z][A-Za-z0-9_-]{0,19}$', 'a letter, followed by up to 19 letters, digits, _ or -', 'cust_'),
      ),
      'The id prefix in the service.',
    ),
  },
  default_limit: {
    operation: T.Optional(about(Words(100), 'The operation id; if absent, the change applies to all lists.')),
    to: about(T.Integer({ minimum: 1, maximum: 100 }), 'The number of objects on a page if the request sets no limit.'),
  },
  header: {
    name: about(Words(100), 'The name of a response header.'),
    sent: about(T.Literal(false), 'Always false: the service does not send this header or event.'),
  },
  delay: {
    setting: about(Words(100), 'A settlement delay in the workspace settings, such as `settlement.delays.ach`.'),
    to: about(T.Union([T.Integer({ minimum: 0 }), Words(50)]), 'The delay, in milliseconds or as a text such as 48h.'),
  },
  fee: {
    setting: about(Words(100), 'The setting of a fee: `payout_link_fee`.'),
    to: about(T.Integer({ minimum: 0 }), 'The fee, in cents.'),
  },
  event: {
    type: about(Words(100), 'The event type in the emulator.'),
    add: T.Optional(about(Words(100), 'The type of an additional event that the service sends with the same data.')),
    to: T.Optional(about(Words(100), 'The event type in the service.')),
    sent: T.Optional(about(T.Literal(false), 'Always false: the service does not send this header or event.')),
  },
  event_order: {
    types: about(
      T.Array(Words(100), { minItems: 2, maxItems: 50 }),
      'The event types of one call, in the order in which the service sends the events.',
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, T.TSchema>>>>;

export type ChangeName = keyof typeof changeFields;
export const changeNames = Object.keys(changeFields) as ChangeName[];

const notes = {
  finding: T.Optional(about(Text(500), 'The finding that this change adopts: its operation and place.')),
  note: T.Optional(about(Text(2_000), 'For people.')),
};
/** One change. */
export type ChangeOf<C extends ChangeName> = { readonly change: C } & Readonly<
  T.Static<T.TObject<(typeof changeFields)[C]>> & T.Static<T.TObject<typeof notes>>
>;
export type Change = { [C in ChangeName]: ChangeOf<C> }[ChangeName];

/** The schema of one change, which allows only its own fields. */
export const changeModel = (change: ChangeName): T.TObject =>
  T.Object({ change: T.Literal(change), ...changeFields[change], ...notes }, { additionalProperties: false });

/** A profile: how the responses of the service differ from the emulator's assumptions. */
export interface ProfileFile {
  readonly version: 1;
  readonly name: string;
  readonly adopted: readonly Change[];
}

/** The maximum number of changes in a profile. */
const mostChanges = 2_000;

/** The file without its changes, because each change is checked by its own schema. */
export const ProfileOutline = T.Object(
  {
    $schema: T.Optional(Text(500)),
    version: about(T.Literal(1), 'The version of this format.'),
    name: about(
      T.String(
        textForm(
          '^[\\w .:/@+-]{1,100}$',
          'up to 100 letters, digits, spaces and the characters _ . : / @ + -',
          'sandbox.example.com',
        ),
      ),
      'The name of the service, which the status, the start output and records show.',
    ),
    adopted: T.Array(T.Object({}), { maxItems: mostChanges }),
  },
  { additionalProperties: false },
);

/** The model of a complete profile. */
export const ProfileModel = T.Unsafe<ProfileFile>(
  T.Object({
    ...ProfileOutline.properties,
    adopted: about(
      T.Array(T.Unsafe<Change>({ anyOf: changeNames.map(changeModel) }), { maxItems: mostChanges }),
      'The differences, one change per entry.',
    ),
  }),
);

/** The published schema of profiles, for editors. */
export const profileSchema = (): Record<string, unknown> => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Profile of a service',
  description: 'How the responses of a service differ from the assumptions of payments-emulator.',
  ...closed(ProfileModel),
});
