import type { Judgement } from '../../audit/judge.ts';
import type { Judge } from '../model/lists/findings.ts';
import type { Scope } from '../model/scope.ts';

/** The message that starts an audit in a worker. */
export interface Question {
  readonly origin: string;
  readonly token: string | undefined;
  readonly scope: Scope;
}

export type Reply = Judgement | { readonly failure: string };

/**
 * Audits an emulator in a worker. The worker's script contains the rules and is loaded for the first audit.
 * @param script the URL of the script
 * @param ask identifies the emulator to audit
 */
export const judgeBy =
  (script: string, ask: (scope: Scope) => Question): Judge =>
  async (_client, scope) => {
    const worker = new Worker(script, { type: 'module' });
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => resolve(data));
        worker.addEventListener('error', () =>
          reject(new Error('The audit rules could not be loaded; reload the page.')),
        );
        worker.postMessage(ask(scope));
      });
      if ('failure' in reply) throw new Error(reply.failure);
      return reply;
    } finally {
      worker.terminate();
    }
  };
