export { auditMatchers, type NoViolationsOptions } from './audit/matchers.ts';
export type * from './client/names.ts';
export { ClientError } from './client-error.ts';
export type * from './generated/declared.ts';
export { connectEmulator, startEmulator } from './programmatic/emulators.ts';
export { EmulatorError, type EmulatorErrorCode, WaitTimeoutError } from './programmatic/errors.ts';
export { assertionMatchers, type EmulatorMatchers } from './programmatic/matchers.ts';
export type * from './programmatic/merchant-api.ts';
export type * from './programmatic/types.ts';
