import { ClientError, ConnectionError } from '../client.ts';
import { EmulatorError } from './errors.ts';

/** What the emulator says to its caller: where it happened inside is of no use to anybody. */
const isTold = (error: unknown): error is Error =>
  error instanceof EmulatorError || error instanceof ClientError || error instanceof ConnectionError;

/**
 * Does the work of a call, so that an error that tells its caller something comes from the caller's line. Node prints the
 * line from which an error comes that nobody catches, and the stack below it: these should be the test's.
 * @param call what was called: the stack begins behind it
 */
export function fromCaller<Result>(call: unknown, work: () => Promise<Result>): Promise<Result> {
  const place = placeOf(call);
  return work().catch((error: unknown) => {
    throw isTold(error) ? movedTo(place, error) : error;
  });
}

/** The same for all calls of an object and of those in it, which it changes. */
export function fromCallers<Calls extends object>(calls: Calls): Calls {
  for (const key of Reflect.ownKeys(calls)) {
    const { value, get, ...kind } = Object.getOwnPropertyDescriptor(calls, key)!;
    if (typeof value === 'function') Object.defineProperty(calls, key, { ...kind, value: called(value) });
    else if (get !== undefined) Object.defineProperty(calls, key, { ...kind, get: called(get) });
    else if (typeof value === 'object' && value !== null) fromCallers(value);
  }
  return calls;
}

function called(call: (...given: unknown[]) => unknown) {
  return function fromHere(this: unknown, ...given: unknown[]): unknown {
    const place = placeOf(fromHere);
    const fail = (error: unknown): never => {
      throw isTold(error) ? movedTo(place, error) : error;
    };
    try {
      const result = call.apply(this, given);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

/** An error at the line of whoever calls. It is made at once: behind the first wait the caller is on the stack no longer. */
function placeOf(call: unknown): Error {
  const place = new Error();
  Error.captureStackTrace(place, typeof call === 'function' ? call : undefined);
  return place;
}

/** An error as if it had been made at another place. The place itself becomes it: V8 keeps the line with the object. */
function movedTo(place: Error, error: Error): Error {
  const { stack: _stack, ...own } = Object.getOwnPropertyDescriptors(error);
  Object.setPrototypeOf(place, Object.getPrototypeOf(error));
  return Object.defineProperties(place, own);
}
