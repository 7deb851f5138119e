import type { Assertion as AnyAssertion, Asserted } from '../control/wire.ts';

/** What an assertion may say besides its first words. */
type AssertionOptions = Pick<AnyAssertion, 'status' | 'id' | 'times' | 'within'>;

/** An emulator, or one of its workspaces. */
interface Asserting {
  assert(assertion: AnyAssertion): Promise<Asserted>;
}

type Fields = Record<string, unknown>;

/** How long what is asserted may still take, in real milliseconds: answers and deliveries are under way. */
const patience = 2_000;

interface Verdict {
  pass: boolean;
  message: () => string;
}

/** For `expect.extend` of vitest and jest; their messages say what came nearest. */
export const assertionMatchers = {
  /** Applications asked this, `POST /charges` or `charges.create`, with these fields among those of its body. */
  toHaveRequested(
    this: { isNot?: boolean },
    of: Asserting,
    operation: string,
    body?: Fields,
    options?: AssertionOptions,
  ) {
    return judge(this, of, { requested: operation, with: body, ...options });
  },
  /** Events of this type were emitted, with these fields among their data. */
  toHaveEmitted(this: { isNot?: boolean }, of: Asserting, type: string, data?: Fields, options?: AssertionOptions) {
    return judge(this, of, { emitted: type, with: data, ...options });
  },
  /** Such events reached an endpoint, which answered 2xx, or `status`. */
  toHaveDelivered(this: { isNot?: boolean }, of: Asserting, type: string, data?: Fields, options?: AssertionOptions) {
    return judge(this, of, { delivered: type, with: data, ...options });
  },
  /** The balance has these parts, in cents: `{ available: 4200 }`. */
  toHaveBalance(this: { isNot?: boolean }, of: Asserting, balance: Fields) {
    return judge(this, of, { balance });
  },
};

/** What must not be is asked about at once: to wait for it would prove no more. */
async function judge({ isNot = false }: { isNot?: boolean }, of: Asserting, assertion: AnyAssertion): Promise<Verdict> {
  if (typeof of?.assert !== 'function') {
    throw new TypeError('This matcher looks at an emulator or one of its workspaces: expect(emulator).');
  }
  const { pass, message } = await of.assert({ within: isNot ? 0 : patience, ...assertion });
  return { pass, message: () => message };
}
