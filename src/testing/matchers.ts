import type { NoViolationsOptions } from '../audit/matchers.ts';
import type {
  BalanceParts,
  DeliveredOptions,
  EmittedOptions,
  EventParts,
  EventType,
  RequestedOptions,
  RequestNamed,
  RequestParts,
} from '../client/names.ts';
import type { Assertion as AnyAssertion, AssertionResult } from '../sandbox/control/wire.ts';

/** Conditions of an assertion, in addition to its first arguments. */
type AssertionOptions = Pick<AnyAssertion, 'status' | 'id' | 'times' | 'within'>;

/** An emulator, or one of its workspaces. */
interface Asserting {
  assert(assertion: AnyAssertion): Promise<AssertionResult>;
}

type Fields = Record<string, unknown>;

/**
 * How long the asserted message can still take, in real milliseconds, because responses and deliveries can be in
 * progress.
 */
const patience = 2_000;

interface Verdict {
  pass: boolean;
  message: () => string;
}

/** For `expect.extend` of vitest and jest; a failure shows the nearest message. */
export const assertionMatchers = {
  /**
   * The application sent this request, such as `POST /charges` or `charges.create`, with these fields in its body.
   */
  toHaveRequested(
    this: { isNot?: boolean },
    of: Asserting,
    operation: string,
    body?: Fields,
    options?: AssertionOptions,
  ) {
    return judge(this, of, { requested: operation, with: body, ...options });
  },
  /** The emulator emitted events of this type with these fields in their data. */
  toHaveEmitted(this: { isNot?: boolean }, of: Asserting, type: string, data?: Fields, options?: AssertionOptions) {
    return judge(this, of, { emitted: type, with: data, ...options });
  },
  /** An endpoint received such events, and responded with 2xx, or with `status`. */
  toHaveDelivered(this: { isNot?: boolean }, of: Asserting, type: string, data?: Fields, options?: AssertionOptions) {
    return judge(this, of, { delivered: type, with: data, ...options });
  },
  /** The balance has these parts, in cents, such as `{ available: 4200 }`. */
  toHaveBalance(this: { isNot?: boolean }, of: Asserting, balance: Fields) {
    return judge(this, of, { balance });
  },
};

/**
 * The matchers that `expect` has after `assertionMatchers` and `auditMatchers` are added. `R` is a matcher's result.
 */
export interface EmulatorMatchers<R> {
  /**
   * The application sent this request, such as `POST /charges` or `charges.create`, with these fields in its body.
   */
  toHaveRequested<const N extends string>(
    operation: RequestNamed<N>,
    body?: RequestParts<N>,
    options?: RequestedOptions,
  ): Promise<R>;
  /** The emulator emitted events of this type with these fields in their data. */
  toHaveEmitted<E extends EventType>(type: E, data?: EventParts<E>, options?: EmittedOptions): Promise<R>;
  /** An endpoint received such events, and responded with 2xx, or with `status`. */
  toHaveDelivered<E extends EventType>(type: E, data?: EventParts<E>, options?: DeliveredOptions): Promise<R>;
  /** The balance has these parts, in cents, such as `{ available: 4200 }`. */
  toHaveBalance(balance: BalanceParts): Promise<R>;
  /**
   * For a report of `audit()`: the report has no unaccepted violation of level `error` (or of the level in `failOn`).
   */
  toHaveNoViolations(options?: NoViolationsOptions): R;
}

/** Judges an assertion. A negated assertion is checked immediately, because waiting would not prove more. */
async function judge({ isNot = false }: { isNot?: boolean }, of: Asserting, assertion: AnyAssertion): Promise<Verdict> {
  if (typeof of?.assert !== 'function') {
    throw new TypeError('This matcher requires an emulator or one of its workspaces, such as expect(emulator).');
  }
  const { pass, message } = await of.assert({ within: isNot ? 0 : patience, ...assertion });
  return { pass, message: () => message };
}
