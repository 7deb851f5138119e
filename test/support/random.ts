export { Random } from '../../src/core/base/random.ts';
