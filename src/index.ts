export { auditMatchers, type NoViolationsOptions } from './audit/matchers.ts';
export { ClientError } from './client/error.ts';
export type * from './client/names.ts';
export type * from './core/generated/declared.ts';
export { connectEmulator, startEmulator } from './testing/emulators.ts';
export { EmulatorError, type EmulatorErrorCode, WaitTimeoutError } from './testing/errors.ts';
export { assertionMatchers, type EmulatorMatchers } from './testing/matchers.ts';
export type * from './testing/merchant-api.ts';
export type * from './testing/types.ts';
