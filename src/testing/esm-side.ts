/**
 * The part that runs outside a test runner's globals when this package is loaded with `require`; see `esm-bridge.ts`.
 */
export { initialFixture } from './initial-state.ts';
export { begin } from './start.ts';
