export { Random } from '../../src/base/random.ts';
