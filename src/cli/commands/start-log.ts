import { listen } from '../../control/stream.ts';
import type { StreamMessage } from '../../control/wire.ts';
import type { RunningSandbox } from '../../sandbox.ts';
import { clean, instant, type Output } from '../output.ts';
import { lastAnswer } from '../views.ts';

/** How much of the log may wait for a reader that does not read, in characters; what comes then is dropped and counted. */
const mostWaiting = 1_000_000;

/** Prints the log: a line a request, event, delivery attempt and move of the clock; with `--json`, each as JSON. */
export function printLog(out: Output, { sandbox }: RunningSandbox): void {
  let dropped = 0;
  let lines: string[] = [];
  // One write a turn of the event loop: a line each would cost a busy emulator more than answering.
  const print = (text: string): void => {
    if (lines.length === 0) {
      setImmediate(() => {
        const batch = lines;
        lines = [];
        out.raw(batch.join('\n'));
      });
    }
    lines.push(text);
  };
  listen(sandbox, (message) => {
    const text = describe(out, message, sandbox.defaultWorkspace);
    if (text === null) return;
    if (process.stdout.writableLength > mostWaiting) {
      dropped++;
      return;
    }
    if (dropped > 0) {
      const missing = dropped;
      dropped = 0;
      print(out.line({ type: 'dropped', count: missing }, `(${missing} lines left out: nobody read them)`));
    }
    print(out.line(message, text));
  });
}

/** Null for what the log leaves to the stream. */
function describe(out: Output, message: StreamMessage, home: string): string | null {
  const what = factsOf(out, message);
  if (what === null) return null;
  const { workspace, mode } = message;
  const isElsewhere = (workspace !== null && workspace !== home) || mode === 'live';
  const where = isElsewhere ? `  ${out.paint('dim', [workspace, mode].filter((part) => part !== null).join(' '))}` : '';
  return `${out.paint('dim', instant(message.at))}  ${what}${where}`;
}

function factsOf(out: Output, { type, data }: StreamMessage): string | null {
  switch (type) {
    case 'request': {
      const style = data.status < 300 ? 'green' : data.status < 500 ? 'yellow' : 'red';
      const odd = data.unknown_fields.length === 0 ? '' : `  ignored: ${clean(data.unknown_fields.join(', '))}`;
      const status = out.paint(style, String(data.status));
      return `${clean(`${data.method} ${data.path}`)}  ${status}  ${Math.round(data.latency_ms)} ms  ${data.id}${odd}`;
    }
    case 'event':
      return `${out.paint('cyan', data.type)}  ${data.id}  ${clean(data.subject)}`;
    case 'delivery': {
      const answer = out.paint(data.status === 'delivered' ? 'green' : 'red', clean(lastAnswer(data)));
      const next = data.next_attempt_at === null ? '' : `  next attempt ${instant(data.next_attempt_at)}`;
      return `> ${clean(data.url)}  ${answer}  ${data.event_type}  ${data.event_id}  attempt ${data.attempts.length}${next}`;
    }
    case 'clock':
      return 'job' in data ? null : `clock ${data.mode} at ${instant(data.now)}`;
    default:
      return null;
  }
}
