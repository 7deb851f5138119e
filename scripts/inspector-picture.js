// npm run picture: runs an emulator, makes something happen, and saves what a browser shows as docs/inspector.png.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import bundled from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { makeHappen, startReceiver } from './merchants-morning.js';

const project = join(import.meta.dirname, '..');
const receiver = await startReceiver();
const options = ['--port', '0', '--ephemeral', '--seed', '7', '--clock', '2026-03-01T09:14:20Z', '--freeze'];
const forward = ['--forward-to', `http://localhost:${receiver.port}/hook`];
const emulator = spawn(process.execPath, [join(project, 'bin/emulator.js'), 'start', ...options, ...forward], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve) => {
  let said = '';
  emulator.stdout.on('data', (text) => {
    said += text;
    const [, address] = /^ready (\S+)\n/.exec(said) ?? [];
    if (address !== undefined) resolve(address);
  });
});
const browser = await chromium.launch({ executablePath: await bundled.executablePath(), args: ['--no-sandbox'] });
try {
  await makeHappen(url, receiver);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  await page.goto(`${url}/inspector`);
  const row = page.locator('.grid-space [role=row]').filter({ hasText: 'payout.returned' }).first();
  await row.click();
  await page.locator('.life').waitFor();
  await page.locator('h1').hover();
  await page.screenshot({ path: join(project, 'docs/inspector.png'), animations: 'disabled' });
  process.stdout.write('docs/inspector.png\n');
} finally {
  await browser.close();
  emulator.kill();
  receiver.close();
}
