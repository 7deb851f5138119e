import { quoted } from '../../../core/base/terminal-text.ts';
import { block, type Tab } from './layout.ts';

/** A call to show as an example. */
export interface ExampleCall {
  readonly method: string;
  /** The address, including its origin. */
  readonly url: string;
  /** The key in the example; null if the call needs no key. */
  readonly key: string | null;
  readonly body?: unknown;
}

/** The call in common server languages, each without third-party libraries. */
export const snippets = (call: ExampleCall): Tab[] => [
  { title: 'curl', body: block(curl(call), 'bash') },
  { title: 'Node', body: block(node(call), 'javascript') },
  { title: 'Python', body: block(python(call), 'python') },
  { title: 'PHP', body: block(php(call), 'php') },
  { title: 'Ruby', body: block(ruby(call), 'ruby') },
  { title: 'Go', body: block(go(call), 'go') },
];

const json = 'application/json';

const headersOf = ({ key, body }: ExampleCall): (readonly [name: string, value: string])[] => [
  ...(key === null ? [] : [['Authorization', `Bearer ${key}`] as const]),
  ...(body === undefined ? [] : [['Content-Type', json] as const]),
];

/** A string literal in double quotes, which most languages share. */
const literal = (text: string): string => JSON.stringify(text);
/** A string literal in single quotes, in which PHP and Ruby expand nothing. */
const plain = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
/** The maximum length of a body on one line. */
const oneLine = 60;

/** A body as JSON: on one line if it is short, and indented if it is long. */
function written(body: unknown): string {
  const compact = JSON.stringify(body);
  return compact.length > oneLine ? JSON.stringify(body, null, 2) : compact;
}

/** Indents lines. */
const indented = (lines: readonly string[], by: string): string =>
  lines.map((line) => `${by}${line.replaceAll('\n', `\n${by}`)}`).join('\n');

function curl(call: ExampleCall): string {
  const { method, url, body } = call;
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : ` -X ${method}`;
  const headers = headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`-d ${quoted(written(body))}`];
  return [`curl -s${verb} ${quoted(url)}`, ...headers, ...data].join(' \\\n  ');
}

function node(call: ExampleCall): string {
  const { method, url, body } = call;
  const headers = headersOf(call).map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}'`);
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${written(body)}),`]),
  ];
  const asked = options.length === 0 ? `'${url}'` : `'${url}', {\n${indented(options, '  ')}\n}`;
  return `const answer = await fetch(${asked});\nconsole.log(answer.status, await answer.json());`;
}

function python(call: ExampleCall): string {
  const { method, url, body } = call;
  const headers = headersOf(call).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  const given = [
    literal(url),
    `method=${literal(method)}`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonic(body, '')}).encode()`]),
  ];
  return `import json
from urllib.request import Request, urlopen

request = Request(
${indented(
  given.map((each) => `${each},`),
  '    ',
)}
)
with urlopen(request) as answer:
    print(answer.status, json.load(answer))`;
}

/**
 * A JSON value in Python notation.
 * @param by the indentation of the surrounding lines
 */
function pythonic(value: unknown, by: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => pythonic(each, `${by}  `))
    : Object.entries(value).map(([name, each]) => `${literal(name)}: ${pythonic(each, `${by}  `)}`);
  if (JSON.stringify(value).length <= oneLine) return `${open}${parts.join(', ')}${close}`;
  return `${open}\n${parts.map((part) => `${by}  ${part},\n`).join('')}${by}${close}`;
}

function php(call: ExampleCall): string {
  const { method, url, body } = call;
  const headers = headersOf(call).map(([name, value]) => plain(`${name}: ${value}`));
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [${headers.join(', ')}],`]),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${plain(written(body))},`]),
    'CURLOPT_RETURNTRANSFER => true,',
  ];
  return `<?php
$call = curl_init(${plain(url)});
curl_setopt_array($call, [
${indented(options, '    ')}
]);
print_r(json_decode(curl_exec($call), true));`;
}

function ruby(call: ExampleCall): string {
  const { method, url, body } = call;
  const kind = method.charAt(0) + method.slice(1).toLowerCase();
  const headers = headersOf(call).map(([name, value]) => `request[${plain(name)}] = ${plain(value)}`);
  const data = body === undefined ? [] : [`request.body = ${plain(written(body))}`];
  return `require 'net/http'
require 'json'

uri = URI(${plain(url)})
request = Net::HTTP::${kind}.new(uri)
${[...headers, ...data].map((line) => `${line}\n`).join('')}answer = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
puts answer.code, JSON.parse(answer.body)`;
}

function go(call: ExampleCall): string {
  const { method, url, body } = call;
  const data = body === undefined ? 'nil' : `strings.NewReader(${literal(JSON.stringify(body))})`;
  const headers = headersOf(call).map(([name, value]) => `request.Header.Set(${literal(name)}, ${literal(value)})`);
  const packages = ['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])];
  return `package main

import (
${indented(
  packages.map((name) => literal(name)),
  '\t',
)}
)

func main() {
\trequest, err := http.NewRequest(${literal(method)}, ${literal(url)}, ${data})
\tif err != nil {
\t\tpanic(err)
\t}
${headers.map((line) => `\t${line}\n`).join('')}\tanswer, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer answer.Body.Close()
\ttext, _ := io.ReadAll(answer.Body)
\tfmt.Println(answer.Status, string(text))
}`;
}
