import { toIso } from '../../../core/base/instants.ts';
import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import { hideSecrets } from '../../../payments/secrets/hide.ts';
import { requestView } from '../../../sandbox/control/log/request-views.ts';
import { listen } from '../../../sandbox/control/log/stream.ts';

type Level = 'info' | 'warn' | 'error';

/** How long lines are collected before they are written, in milliseconds. */
const together = 10;

/**
 * A log for programs: one JSON object a line, with the machine's time and a level. It contains no keys, tokens or
 * bodies.
 */
export class JsonLog {
  #waiting = '';

  line(level: Level, type: string, fields: object): void {
    if (this.#waiting === '') setTimeout(() => this.write(), together);
    this.#waiting += `${JSON.stringify({ time: now(), level, type, ...fields })}\n`;
  }

  write(): void {
    const text = this.#waiting;
    this.#waiting = '';
    process.stdout.write(text);
  }

  /** Logs requests, attempts of webhooks, and changes by operators. */
  follow({ sandbox }: RunningSandbox): void {
    sandbox.requests.onAdd((request) => {
      const { id: request_id, method, path, operation, status, latency_ms, fault, refusal } = requestView(request);
      const code = refusal?.code ?? undefined;
      const { workspace_id: workspace, mode } = request;
      const level = status === 0 || status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
      const facts = { request_id, workspace, mode, method, path, operation, status, latency_ms };
      this.line(level, 'request', { ...facts, ...(code === undefined ? {} : { code }), ...(fault ? { fault } : {}) });
    });
    const hear: Parameters<typeof listen>[1] = (message) => {
      if (message.type !== 'delivery') return;
      const { event_id, event_type, url, status, attempts } = message.data;
      const { workspace, mode } = message;
      const { status: answer = null, error = null, latency_ms = null } = attempts.at(-1) ?? {};
      const sent = { event_id, event_type, url: hideSecrets(url), attempt: attempts.length };
      const facts = { workspace, mode, ...sent, answer, error, latency_ms };
      this.line(status === 'delivered' ? 'info' : 'warn', 'webhook', facts);
    };
    listen(sandbox, hear, new Set(['delivery']));
    sandbox.audit.listen(({ at: _at, ...entry }) => this.line('info', 'audit', entry));
  }
}

const now = (): string => toIso(Date.now());
