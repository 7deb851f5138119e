import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import {
  createMcpHandler,
  fromJsonSchema,
  INVALID_REQUEST,
  McpServer,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../../package.json';
import { createClient } from '../../client/node-client.ts';
import { messageOf } from '../../core/base/system-errors.ts';
import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { type Mode, modes } from '../../core/kernel/workspace.ts';
import { firstError } from '../../core/validation/validator.ts';
import { sentenceOf } from '../../core/validation/value-error.ts';
import { longFlag } from '../../emulator/option-names.ts';
import { wrongUsage } from '../failure.ts';
import { Output, safeJson } from '../output.ts';
import type { Session } from '../session.ts';
import { AgentSource } from './agent-source.ts';
import { recordTools } from './record-tools.ts';
import { type Tool, ToolAnswer } from './tool.ts';
import { tools } from './tools.ts';

/** The emulator that an agent uses. */
export interface Connection extends Scope {
  readonly url: string;
  readonly token?: string;
  readonly ca?: string | undefined;
  /** Whether an agent may name a file as a record. */
  readonly mayRead: (file: string) => boolean;
}

/** The data set. Default: test data of the default workspace. */
interface Scope {
  readonly workspace?: string;
  readonly mode?: Mode;
}

/** The arguments of every tool, in addition to the tool's own arguments. */
const scope = {
  workspace: T.Optional(about(Text(100), 'The id of a workspace other than the default workspace.')),
  mode: T.Optional(about(OneOf(modes), 'Default: test.')),
};

const instructions = (url: string): string =>
  `A local sandbox of a payments platform is running at ${url}. To connect an application, use the addresses and keys from ` +
  `the keys tool. Create activity with trigger, move_clock and settle. Then use list_requests, list_events and ` +
  `get_event to see the application's requests, their results, and the responses of the application's webhook receiver. ${url}/llms.txt lists the ` +
  'manual pages and the API descriptions as text. Everything is emulated: no money moves, and no data leaves this machine.';

/** Serves over stdin and stdout until the agent closes the connection. */
export function serveOverStdio(connection: Connection): Promise<void> {
  const asked = new AgentSource(connection.mayRead);
  return new Promise((resolve) => {
    const handle = serveStdio(() => serverOf(connection, asked), {
      onerror: () => {},
      transport: new StdioServerTransport(messageLines(process.stdin), process.stdout),
    });
    const end = () => {
      // An agent that no longer reads may still keep the other end open.
      process.stdin.destroy();
      void handle.close().finally(resolve);
    };
    process.stdin.once('end', end);
    process.stdin.once('close', end);
    // An error event is the first sign that the agent no longer reads.
    process.stdout.once('error', end);
    process.stdout.once('close', end);
  });
}

/** The lines that are messages. Other lines get a JSON-RPC error, because their sender may wait for a response. */
function messageLines(input: Readable): Readable {
  const lines = new PassThrough();
  const reader = createInterface({ input });
  const refuse = (code: number, message: string, id: string | number | null = null) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  reader.on('line', (line) => {
    if (line.trim() === '') return;
    let sent: unknown;
    try {
      sent = JSON.parse(line);
    } catch (error) {
      refuse(PARSE_ERROR, `Parse error: ${(error as Error).message}`);
      return;
    }
    try {
      parseJSONRPCMessage(sent);
      lines.write(`${line}\n`);
    } catch {
      refuse(INVALID_REQUEST, 'Invalid request: the line is not a JSON-RPC 2.0 message', idOf(sent));
    }
  });
  reader.once('close', () => lines.end());
  return lines;
}

/** The id of an invalid message, under which the sender waits for a response; null if the message has no id. */
function idOf(sent: unknown): string | number | null {
  const id = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * Answers HTTP requests one after another. Requests do not identify their agents, so an open record is open for all
 * agents.
 */
export function answerOverHttp(connection: Connection): (request: Request) => Promise<Response> {
  const asked = new AgentSource(connection.mayRead);
  return createMcpHandler(() => serverOf(connection, asked), { onerror: () => {} }).fetch;
}

function serverOf(connection: Connection, asked: AgentSource): McpServer {
  const server = new McpServer(
    { name: 'payments-emulator', title: 'Payments emulator', version },
    { instructions: instructions(connection.url) },
  );
  for (const tool of tools) {
    const { name, about: description, input, reads } = tool;
    const schema = { ...input, properties: { ...input.properties, ...scope } };
    server.registerTool(
      name,
      {
        description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(plain(schema), { getValidator: checkerOf }),
        annotations: { readOnlyHint: reads, openWorldHint: false },
      },
      (given) => answer(connection, asked, tool, given),
    );
  }
  return server;
}

/** A schema as plain JSON. */
const plain = (schema: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;

/** Checks a tool's arguments like any other input. */
const checkerOf =
  <G>(schema: object) =>
  (
    given: unknown,
  ): { valid: true; data: G; errorMessage: undefined } | { valid: false; data: undefined; errorMessage: string } => {
    const fault = firstError(schema, given);
    return fault === null
      ? { valid: true, data: given as G, errorMessage: undefined }
      : { valid: false, data: undefined, errorMessage: sentenceOf(fault, 'request') };
  };

/** The output of the equivalent command. A refusal has the same text as a refusal of that command. */
async function answer(connection: Connection, asked: AgentSource, tool: Tool, given: Record<string, unknown>) {
  const { workspace = connection.workspace, mode = connection.mode, ...own } = given as Scope & Record<string, unknown>;
  const told: string[] = [];
  const sink = { data: (text: string) => void told.push(text), remark: (text: string) => void told.push(text) };
  const { url, ca, token } = connection;
  const clientOf = (scope: Scope) =>
    (tool.reads ? asked.clientOf(scope) : null) ?? createClient({ url, ca, token, ...scope });
  const session: Session = {
    client: clientOf({ workspace, mode }),
    unscoped: clientOf({}),
    out: new Output({ json: false, quiet: false, color: false, sink }),
    mode: mode ?? 'test',
    scope: { workspace, mode },
    flags: {},
    file: {},
    named: longFlag,
  };
  try {
    if (asked.file !== null && !tool.reads && !recordTools.includes(tool)) throw isOver(asked.file);
    const returned = await tool.run(session, own, asked);
    const content = [textOf(told.join('').trimEnd() || 'Done.')];
    if (!(returned instanceof ToolAnswer)) return { content };
    const { data } = returned;
    return { content: [...content, textOf(safeJson(data))], structuredContent: { ...data } };
  } catch (error) {
    const why = messageOf(error);
    return { isError: true, content: [textOf([...told, why].join('\n'))] };
  }
}

const textOf = (text: string) => ({ type: 'text' as const, text });

const isOver = (file: string): Error =>
  wrongUsage(
    `The open record ${file} is read-only. Use start_from to restore the emulator to a point in the record, or open_record without a file to use the emulator again.`,
  );
