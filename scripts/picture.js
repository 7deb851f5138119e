// npm run picture: runs an emulator, opens its dashboard in a pseudo-terminal, makes something happen, and draws the
// screen as docs/dashboard.svg.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { makeHappen, startReceiver } from './merchants-morning.js';

const [columns, rows] = [120, 34];
const project = join(import.meta.dirname, '..');
const emulator = join(project, 'bin', 'emulator.js');
const { CI: _ci, CONTINUOUS_INTEGRATION: _other, NO_COLOR: _none, ...inherited } = process.env;
// The picture shows a dark terminal.
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
  await makeHappen(/http:\/\/[\d.]+:\d+/.exec(screen())[0], receiver);
  await sleep(1_500);
  pty.write('3');
  await until(/▌.*po_/);
  pty.write('\r');
  await until('As returned by the API');
  pty.write('1');
  await until(/└ payout\.returned/);
  writeFileSync(join(project, 'docs', 'dashboard.svg'), draw());
  process.stdout.write('docs/dashboard.svg\n');
} finally {
  pty.write('\u0003');
  await ended;
  receiver.close();
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
      // Runs end at gaps, so that columns keep their places at any width of the font.
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
