export { Random } from '../../src/engine/random.ts';
