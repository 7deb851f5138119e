import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import { hideSecrets } from '../../../payments/secrets/hide.ts';
import { requestView } from '../../../sandbox/control/log/request-views.ts';
import { listen } from '../../../sandbox/control/log/stream.ts';
import type { RequestView, StreamMessage } from '../../../sandbox/control/wire.ts';
import { clean, instant, type Output } from '../../output.ts';
import { lastAnswer, paintUnknownFields } from '../../views.ts';

/** A request in the emulator's log. */
type LoggedRequest = ReturnType<RunningSandbox['sandbox']['requests']['list']>[number];

/** How much of the log can wait for a slow reader, in characters. Further lines are dropped and counted. */
const mostWaiting = 1_000_000;
/**
 * How long lines are collected before they are written, in milliseconds. A write for each line would cost more than a
 * response.
 */
const together = 10;
/** The messages that the log shows. State changes appear only in the stream. */
const logged: readonly StreamMessage['type'][] = ['request', 'event', 'delivery', 'clock', 'mark'];

/**
 * Prints the log: one line for each request, event, delivery attempt and clock change. With `--json`, each line is
 * JSON.
 * @returns a function that writes the remaining lines at the end
 */
export function printLog(out: Output, { sandbox }: RunningSandbox): () => void {
  let dropped = 0;
  let waiting: (StreamMessage | LoggedRequest)[] = [];
  const write = (): void => {
    const messages = waiting;
    waiting = [];
    if (process.stdout.writableLength > mostWaiting) {
      dropped += messages.length;
      return;
    }
    let text = '';
    if (dropped > 0) {
      text = `${out.line({ type: 'dropped', count: dropped }, `(dropped ${dropped} log lines, because no program read them)`)}\n`;
      dropped = 0;
    }
    for (const message of messages) {
      const line = describe(out, message, sandbox.defaultWorkspace);
      if (line !== null) text += `${out.line(message, line)}\n`;
    }
    out.print(text);
  };
  const hear = (message: StreamMessage | LoggedRequest): void => {
    if (waiting.length === 0) setTimeout(write, together);
    waiting.push(message);
  };
  // A line of text needs less of a request than a stream message contains.
  if (!out.json) sandbox.requests.onAdd(hear);
  listen(sandbox, hear, new Set(out.json ? logged : logged.filter((type) => type !== 'request')));
  return write;
}

/** The line for a message; null if the log has no line for it. */
function describe(out: Output, message: StreamMessage | LoggedRequest, home: string): string | null {
  const isMessage = 'type' in message;
  const what = isMessage ? factsOf(out, message) : requestLine(out, requestView(message));
  if (what === null) return null;
  const { mode } = message;
  const workspace = isMessage ? message.workspace : message.workspace_id;
  const isElsewhere = (workspace !== null && workspace !== home) || mode === 'live';
  const where = isElsewhere ? `  ${out.paint('dim', [workspace, mode].filter((part) => part !== null).join(' '))}` : '';
  return `${out.paint('dim', instant(message.at))}  ${what}${where}`;
}

function requestLine(out: Output, request: RequestView): string {
  const { id, method, path, status, latency_ms, fault } = request;
  // Status 0: an injected fault cut the connection.
  const isBad = status === 0 || status >= 500;
  const style = isBad ? 'red' : status < 300 ? 'green' : 'yellow';
  const ignored = paintUnknownFields(out, request);
  const answer = out.paint(style, status === 0 ? 'cut' : String(status));
  const injected = fault === null ? '' : `  injected fault: ${fault}`;
  return `${clean(`${method} ${path}`)}  ${answer}  ${Math.round(latency_ms)} ms  ${id}${ignored === null ? '' : `  ${ignored}`}${injected}`;
}

function factsOf(out: Output, { type, data }: StreamMessage): string | null {
  switch (type) {
    case 'request':
      return requestLine(out, data);
    case 'event':
      return `  --> ${out.paint('cyan', data.type)}  ${data.id}  ${clean(data.subject)}`;
    case 'delivery': {
      const answer = out.paint(data.status === 'delivered' ? 'green' : 'red', clean(lastAnswer(data)));
      const next = data.next_attempt_at === null ? '' : `  next attempt ${instant(data.next_attempt_at)}`;
      const took = `${Math.round(data.attempts.at(-1)?.latency_ms ?? 0)} ms`;
      const facts = `${data.event_type}  ${data.event_id}  attempt ${data.attempts.length}${next}`;
      return `  <-- ${answer}  ${took}  ${clean(hideSecrets(data.url))}  ${facts}`;
    }
    case 'clock':
      return 'job' in data
        ? null
        : `clock ${data.mode}${data.rate === 1 ? '' : `, ${data.rate} times as fast as real time,`} at ${instant(data.now)}`;
    case 'mark':
      // The position of the clock has its own line.
      return data.kind === 'clock' ? null : `── ${data.failed ? 'failed: ' : ''}${clean(data.text)}`;
    default:
      return null;
  }
}
