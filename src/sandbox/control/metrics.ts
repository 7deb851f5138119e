import { T } from '../../core/kernel/declare/schema.ts';
import { RawAnswer, sandboxOperation } from './operation.ts';
import type { Uses } from './sandbox.ts';

export const metricsOperations = [
  sandboxOperation('GET /metrics', {
    id: 'metrics',
    summary: 'Read metrics in the text format of Prometheus; counters start with the first call',
    answers: [200, T.Object({})],
    handle: async ({ metrics }: Uses<'metrics'>) => {
      const { type, text } = await metrics();
      return new RawAnswer(type, text);
    },
  }),
];
