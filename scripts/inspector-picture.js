// npm run picture: runs an emulator, makes something happen, and saves what a browser shows as docs/inspector.webp.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
  const picture = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(project, 'docs/inspector.webp'), await asWebp(await browser.newPage(), picture));
  process.stdout.write('docs/inspector.webp\n');
} finally {
  await browser.close();
  emulator.kill();
  receiver.close();
}

/** A picture in the format in which its file is half as large: it comes with the package. */
async function asWebp(page, png) {
  const address = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
