// Uses the package as a stranger would, with Node and npm alone: packs it, installs it in an empty folder whose path has
// a space and an umlaut, and tries what everybody needs. `node scripts/smoke.js [FILE.tgz]`, after a build.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'smoke for müller '));
const program = join(folder, 'node_modules/payments-emulator/bin/emulator.js');
// Variables of whoever runs this must not reach the emulator, or npm of another project.
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|NODE_OPTIONS$|npm_|CI$)/i.test(name)),
);
/** How long a step may take, in milliseconds: one that hangs fails, and names itself. */
const patience = 120_000;
/** The processes to end at the end. */
const started = new Set();

const check = (isSo, what) => {
  if (!isSo) throw new Error(what);
};

/** Starts Node with arguments. `output()` is what it has printed, `ended` its status. */
function node(args, options = {}) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, args, { cwd: folder, env: environment, stdio, ...options });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  started.add(child);
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      started.delete(child);
      resolve(status ?? signal);
    });
  });
  return { child, ended, output: () => printed };
}

/** Runs Node to its end. @returns what it printed */
async function run(args, { status = 0, ...options } = {}) {
  const { ended, output } = node(args, { timeout: patience, killSignal: 'SIGKILL', ...options });
  const found = await ended;
  check(found === status, `'${args.join(' ')}' ended with ${found} instead of ${status}:\n${output()}`);
  return output();
}

const emulator = (...args) => run([program, ...args]);

/** The program of npm, which is a script: Node starts no `npm.cmd` without a shell. */
function npm() {
  const beside = dirname(process.execPath);
  const places = [
    process.env.npm_execpath ?? '',
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, '../share/nodejs/npm/bin/npm-cli.js'),
  ];
  const found = places.find((path) => /npm-cli\.js$/.test(path) && existsSync(path));
  check(found !== undefined, 'npm was not found: run this as `npm run smoke`.');
  return found;
}

/** Waits until a condition gives something. */
async function until(what, condition) {
  const end = Date.now() + patience;
  for (;;) {
    const found = condition();
    if (found) return found;
    check(Date.now() < end, `${what} did not happen in ${patience / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A receiver of webhooks. */
async function listen() {
  const webhooks = [];
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    webhooks.push({ headers: request.headers, body: Buffer.concat(pieces) });
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { webhooks, url: `http://127.0.0.1:${server.address().port}/hook`, close: () => server.close() };
}

function isSigned({ headers, body }) {
  const [, time, value] = /^t=(\d+),v1=([\da-f]{64})$/.exec(headers['service-signature'] ?? '') ?? [];
  return value === createHmac('sha256', 'whsec_demo').update(`${time}.`).update(body).digest('hex');
}

/** Starts the emulator on the folder, and waits until it is ready. */
async function start(forwardTo) {
  const running = node([program, 'start', '--no-tui', '--port', '0', '--forward-to', forwardTo]);
  const url = await until('The start', () => {
    check(started.has(running.child), `'emulator start' ended:\n${running.output()}`);
    return /^ready (http:\S+)$/m.exec(running.output())?.[1];
  });
  return { ...running, url };
}

async function call(url, method, path, body) {
  const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  check(answer.ok, `${method} ${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text).data;
}

/** Charges a new customer. @returns the id of the transaction */
async function charge(url) {
  const { id } = await call(url, 'POST', '/customers', {
    email: 'ada@example.com',
    billing_postal_code: '62701',
    billing_country: 'US',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  return (await call(url, 'POST', '/charges', { customer_id: id, amount: 4200, currency: 'USD' })).id;
}

const transactions = async (url) => (await call(url, 'GET', '/transactions')).map(({ id }) => id);

async function install() {
  let [, , file] = process.argv;
  if (file === undefined) {
    const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    await run([npm(), ...packing], { cwd: project });
    file = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  }
  const tarball = resolve(folder, file);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await run([npm(), 'install', '--offline', '--no-audit', '--no-fund', tarball]);
  const version = (await run([npm(), 'exec', '--offline', '--', 'payments-emulator', '--version'])).trim();
  check(/^\d+\.\d+\.\d+/.test(version), `npx payments-emulator --version printed '${version}'.`);
}

/** Charges, verifies the webhook, and goes back to a snapshot. @returns the id of the transaction that is left */
async function use({ url }, receiver) {
  const kept = await charge(url);
  await emulator('settle', '--url', url);
  const webhook = await until('A webhook', () =>
    receiver.webhooks.find(({ headers }) => headers['service-event'] === 'payment.completed'),
  );
  check(isSigned(webhook), `The signature of the webhook is wrong: ${webhook.headers['service-signature']}`);
  check(webhook.body.includes(kept), `The webhook is not about ${kept}: ${webhook.body}`);
  await emulator('snapshot', 'save', 'before', '--url', url);
  const further = await charge(url);
  check((await transactions(url)).includes(further), 'The second charge is not listed.');
  await emulator('snapshot', 'restore', 'before', '--url', url);
  const left = await transactions(url);
  check(left.includes(kept) && !left.includes(further), `The snapshot restored ${left}.`);
  return kept;
}

async function endHardAndStartAgain(running, receiver, kept) {
  running.child.kill('SIGKILL');
  await running.ended;
  const again = await start(receiver.url);
  check((await transactions(again.url)).includes(kept), 'What was charged before the end is lost.');
  return again;
}

async function exec() {
  writeFileSync(
    join(folder, 'tests.mjs'),
    `import { connectEmulator } from 'payments-emulator';
import { createRequire } from 'node:module';
const emulator = await connectEmulator(process.env.EMULATOR_URL);
const { events } = await emulator.trigger('payout.paid');
const required = createRequire(import.meta.url)('payments-emulator');
if (events.length === 0 || typeof required.startEmulator !== 'function') process.exit(1);
process.exit(Number(process.argv[2]));
`,
  );
  for (const status of [0, 7]) {
    await run([program, 'exec', '--', process.execPath, 'tests.mjs', String(status)], { status });
  }
}

async function smoke() {
  const step = (text) => process.stdout.write(`${text}\n`);
  step(`in ${folder}, with Node ${process.versions.node} on ${process.platform}`);
  await install();
  step('installed from its file');
  const receiver = await listen();
  const running = await start(receiver.url);
  step('started');
  const kept = await use(running, receiver);
  step('charged, verified a webhook, went back to a snapshot');
  const again = await endHardAndStartAgain(running, receiver, kept);
  step('ended hard, and started again with everything');
  await exec();
  step('ran a passing and a failing command');
  await emulator('stop', '--url', again.url);
  check((await again.ended) === 0, `The emulator did not stop well:\n${again.output()}`);
  receiver.close();
  step('stopped: everything works');
}

try {
  await smoke();
} catch (error) {
  process.stderr.write(`smoke: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  await Promise.all(
    [...started].map((child) => {
      child.kill('SIGKILL');
      return new Promise((resolve) => child.once('close', resolve));
    }),
  );
  // Windows holds a file for a moment after its process has ended.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
// The receiver of a step that failed may still listen.
process.exit();
