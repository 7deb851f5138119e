/**
 * The part that runs outside of a test runner's globals when this package is loaded by `require`; see `esm-bridge.ts`.
 */
export { initialFixture } from './initial-state.ts';
export { begin } from './start.ts';
