/** The part that runs outside of a test runner's world when this package is loaded by `require`; see `inside.ts`. */
export { beginning } from './initial-state.ts';
export { begin } from './start.ts';
