/** What runs outside of a test runner's own world, for who loads this package by `require`: see `inside.ts`. */
export { beginning } from './beginning.ts';
export { begin } from './start.ts';
