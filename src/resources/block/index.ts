import { defineResource } from '../../engine/resource.ts';
import { BlockModel, blocks } from './model.ts';
import { createBlock, deleteBlock, listBlocks } from './operations.ts';

/** What installed apps show to customers beside payments, customers and subscriptions. */
export const block = defineResource({
  name: 'block',
  models: { Block: BlockModel },
  collections: [blocks],
  operations: [createBlock, listBlocks, deleteBlock],
});
