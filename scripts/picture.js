// npm run picture: runs an emulator, opens its dashboard in a pseudo-terminal, lets something happen, and draws what a
// person would see as docs/dashboard.svg.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const [columns, rows] = [120, 34];
const project = join(import.meta.dirname, '..');
const emulator = join(project, 'bin', 'emulator.js');
const { CI: _ci, CONTINUOUS_INTEGRATION: _other, NO_COLOR: _none, ...inherited } = process.env;
// The picture is of a dark terminal.
const env = { ...inherited, COLORFGBG: '15;0' };

const receiver = await startReceiver();
const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
const start = ['start', '--port', '4747', '--ephemeral', '--seed', '7', '--clock', '2026-03-01T09:14:20Z', '--freeze'];
const pty = spawn(process.execPath, [emulator, ...start, '--forward-to', `http://localhost:${receiver.port}/hook`], {
  cols: columns,
  rows,
  name: 'xterm-256color',
  cwd: project,
  env,
});
pty.onData((data) => terminal.write(data));
const ended = new Promise((resolve) => pty.onExit(resolve));
try {
  await until('Nothing has happened yet');
  await makeHappen(/http:\/\/[\d.]+:\d+/.exec(screen())[0]);
  await sleep(1_500);
  pty.write('3');
  await until(/▌.*po_/);
  pty.write('\r');
  await until('As the API shows it');
  pty.write('1');
  await until(/└ payout\.returned/);
  writeFileSync(join(project, 'docs', 'dashboard.svg'), draw());
  process.stdout.write('docs/dashboard.svg\n');
} finally {
  pty.write('\u0003');
  await ended;
  receiver.close();
}

/** A merchant's morning: a charge, a refund, a payout that the receiver does not hear of at first, and its return. */
async function makeHappen(url) {
  const call = async (path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const api = (path, body) => call(`/api/v1${path}`, body, { authorization: 'Bearer sk_test_demo' });
  const control = (path, body = {}) => call(`/_emulator${path}`, body);
  const { data: customer, payment_method: card } = await api('/customers', {
    email: 'ada@example.com',
    first_name: 'Ada',
    billing_address_1: '1 Main St',
    billing_city: 'Springfield',
    billing_state: 'IL',
    billing_postal_code: '62701',
    billing_country: 'US',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  const { data: charge } = await api('/charges', {
    customer_id: customer.id,
    payment_method_id: card.id,
    amount: 4200,
  });
  await control('/clock', { advance: '3s' });
  await api(`/transactions/${charge.id}/refund`, { amount: 1200 });
  await api('/charges', { customer_id: customer.id, payment_method_id: card.id, amount: 100_000_000 });
  await control('/clock', { advance: '40s' });
  receiver.status = 500;
  await control('/triggers/payout.created', { amount: 1500, set: { rail: 'ach' } });
  await sleep(500);
  receiver.status = 200;
  await control('/clock', { advance: '5s' });
  const { data: payouts } = await (await fetch(`${url}/_emulator/objects?kind=payout`)).json();
  await control('/triggers/payout.returned', { id: payouts.objects[0].id, code: 'R01' });
  await control('/triggers/subscription.created');
  receiver.status = 500;
  await control('/triggers/payment.disputed');
}

async function startReceiver() {
  const own = { status: 200 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(own.status).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(own, { port: server.address().port, close: () => server.close() });
}

function line(at) {
  return terminal.buffer.active.getLine(terminal.buffer.active.baseY + at);
}

function screen() {
  return Array.from({ length: rows }, (_, at) => line(at)?.translateToString(true) ?? '').join('\n');
}

async function until(sought) {
  const deadline = performance.now() + 20_000;
  while (typeof sought === 'string' ? !screen().includes(sought) : !sought.test(screen())) {
    if (performance.now() > deadline) throw new Error(`The dashboard never showed ${sought}:\n${screen()}`);
    await sleep(30);
  }
}

/** The screen as a picture: a rectangle, and a text for each run of cells that look alike. */
function draw() {
  const [cellWidth, cellHeight, edge] = [8.4, 18, 16];
  const colors = { 1: '#f07178', 2: '#a5d66a', 3: '#ffcb6b' };
  const texts = [];
  for (let y = 0; y < rows; y++) {
    let run = null;
    const close = () => {
      if (run !== null && run.text.trim() !== '') texts.push(textOf(run));
      run = null;
    };
    for (let x = 0; x < columns; x++) {
      const cell = line(y)?.getCell(x);
      const characters = cell?.getChars() || ' ';
      if (cell?.getWidth() === 0) continue;
      const look = `${cell?.isFgDefault() ? '' : (colors[cell?.getFgColor()] ?? '')}|${cell?.isBold() ? 1 : 0}|${cell?.isDim() ? 1 : 0}`;
      // Runs end at gaps, so that columns stay where they are whatever the font's width is.
      if (run !== null && (run.look !== look || (characters === ' ' && run.text.endsWith('  ')))) close();
      run ??= { look, text: '', x, y };
      run.text += characters;
    }
    close();
  }
  const [width, height] = [columns * cellWidth + 2 * edge, rows * cellHeight + 2 * edge];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.round(width)} ${height}" role="img" aria-label="The dashboard in a terminal">
<rect width="100%" height="100%" rx="10" fill="#1b1f27"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#d5d9e2" xml:space="preserve">
${texts.join('\n')}
</g>
</svg>
`;

  function textOf({ look, text, x, y }) {
    const [color, bold, dim] = look.split('|');
    const lead = text.length - text.trimStart().length;
    const shown = text.trim();
    const attributes = [
      `x="${(edge + (x + lead) * cellWidth).toFixed(1)}"`,
      `y="${edge + y * cellHeight + 13}"`,
      `textLength="${(shown.length * cellWidth).toFixed(1)}"`,
      ...(color === '' ? [] : [`fill="${color}"`]),
      ...(bold === '1' ? ['font-weight="bold"', ...(color === '' ? ['fill="#ffffff"'] : [])] : []),
      ...(dim === '1' ? ['opacity="0.55"'] : []),
    ];
    return `<text ${attributes.join(' ')}>${shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  }
}
