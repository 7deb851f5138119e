import { slice } from '../../../core/kernel/declare/slice.ts';
import { BlockModel, blocks } from './model.ts';
import { createBlock, deleteBlock, listBlocks } from './operations.ts';

/** Content that installed apps show to customers with payments, customers and subscriptions. */
export const block = slice('block', {
  models: { Block: BlockModel },
  collections: [blocks],
  operations: [createBlock, listBlocks, deleteBlock],
});
