import { ClientError, ConnectionError } from '../client/node-client.ts';
import { EmulatorError } from './errors.ts';

/** Whether an error is meant for the caller, so that its location inside the emulator does not matter. */
const isForCaller = (error: unknown): error is Error =>
  error instanceof EmulatorError || error instanceof ClientError || error instanceof ConnectionError;

/**
 * Runs a call so that its errors come from the caller's line. For an uncaught error, Node prints that line and the
 * stack, which should be those of the test.
 * @param call the called function; the stack starts above it
 */
export function fromCaller<Result>(call: unknown, work: () => Promise<Result>): Promise<Result> {
  const place = placeOf(call);
  return work().catch((error: unknown) => {
    throw isForCaller(error) ? movedTo(place, error) : error;
  });
}

/** Does the same, in place, for all calls of an object and of the objects in it. */
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
      throw isForCaller(error) ? movedTo(place, error) : error;
    };
    try {
      const result = call.apply(this, given);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

/**
 * An error at the caller's line. The error is created immediately, because the caller is no longer on the stack after
 * the first `await`.
 */
function placeOf(call: unknown): Error {
  const place = new Error();
  Error.captureStackTrace(place, typeof call === 'function' ? call : undefined);
  return place;
}

/**
 * An error as if it had been created elsewhere. The error of that location is reused, because V8 stores the line with
 * the object.
 */
function movedTo(place: Error, error: Error): Error {
  const { stack: _stack, ...own } = Object.getOwnPropertyDescriptors(error);
  Object.setPrototypeOf(place, Object.getPrototypeOf(error));
  return Object.defineProperties(place, own);
}
