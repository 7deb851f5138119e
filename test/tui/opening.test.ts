import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { attach, type Dashboard, type Shown, show } from './harness.ts';

let shown: Shown;
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(async () => {
  folder = temporaryFolder();
  shown = await show({ env: { BROWSER: `printf %s > '${join(folder.path, 'opened')}'` } });
  await shown.until('ws_demo · test');
});

afterEach(async () => {
  await shown.close();
  folder.remove();
});

const opened = (): string => readFileSync(join(folder.path, 'opened'), 'utf8');

/** Another dashboard of the same emulator, with other variables. */
async function other(env: NodeJS.ProcessEnv, use: (dashboard: Dashboard) => Promise<void>): Promise<void> {
  const dashboard = attach(shown.sandbox.url, { env });
  try {
    await dashboard.until('ws_demo · test');
    await use(dashboard);
  } finally {
    await dashboard.close();
  }
}

describe('the browser', () => {
  test('is opened on the page of a row', async () => {
    await shown.sandbox.client.trigger('invoice.send');
    await shown.press('6', 'right', 'right');
    await shown.until(/▌ .*inv_\w+.*sent/);
    await shown.press('O');
    await shown.until(/Opened http\S+\/invoice\/\w+/);
    expect((await fetch(opened())).status).toBe(200);
  });

  test('is opened on a captured mail', async () => {
    await shown.sandbox.client.trigger('invoice.send');
    await shown.press('-');
    await shown.until(/▌ \d\d:\d\d:\d\d .*@/);
    await shown.press('O');
    await shown.until('Opened http');
    const page = await (await fetch(opened())).text();
    expect(page).toContain('The whole message as it was sent');
  });

  test('shows the page that is made when it is asked for: the portal of a customer', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await shown.press('8');
    await shown.until(/▌ .*cus_/);
    await shown.press('O');
    await shown.until('Opened http');
    expect(opened()).toMatch(/\/portal\/\w{20}$/);
  });

  test('is opened on the inspector where a row has no page', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.press('3');
    await shown.until(/▌ .*po_/);
    await shown.press('O');
    await shown.until(/Opened\s+http\S+\/inspector/);
    expect(opened()).toMatch(/\/inspector#\/object\/po_\w{20}\?workspace=ws_demo&mode=test$/);
  });

  test('that is not there leaves the address on the clipboard', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await other({ BROWSER: 'false' }, async (dashboard) => {
      await dashboard.press('8');
      await dashboard.until(/▌ .*cus_/);
      await dashboard.press('O');
      await dashboard.until(/No browser here; http\S+\/portal\/\w{20} went to the terminal/);
      expect(dashboard.copied()).toEqual([expect.stringMatching(/\/portal\/\w{20}$/)]);
    });
  });
});

describe('the editor', () => {
  test('is given the JSON as a file of its own, and the dashboard comes back', async () => {
    const { objects } = await shown.sandbox.client.trigger('payout.created');
    const { id } = objects.find(({ object }) => object === 'payout')!;
    const edited = join(folder.path, 'edited');
    const program = `ls -l > '${edited}.mode' "$1"; cat > '${edited}' "$1"`;
    await other({ VISUAL: `sh -c '${program.replaceAll("'", `'\\''`)}' sh` }, async (dashboard) => {
      await dashboard.press('3');
      await dashboard.until(/▌ .*po_/);
      const before = dashboard.written().length;
      await dashboard.press('e');
      await dashboard.until(() => dashboard.written().slice(before).includes('\u001b[?1049h'));
      expect(JSON.parse(readFileSync(edited, 'utf8'))).toMatchObject({ id, object: 'payout' });
      expect(readFileSync(`${edited}.mode`, 'utf8')).toMatch(new RegExp(`^-r--------.*/${id}\\.json\\n$`));
      await dashboard.press('enter');
      await dashboard.until('As the API shows it');
    });
  });

  test('that nobody has set is asked for', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.press('3');
    await shown.until(/▌ .*po_/);
    await shown.press('e');
    await shown.until('Set VISUAL or EDITOR to your editor: EDITOR=vi.');
  });
});

describe('copying as', () => {
  test('the key gives that of the sandbox in the mode that is shown, without a row too', async () => {
    await shown.press('C');
    await shown.until(/─ Copy as(.|\n)*▌ key +the secret key of the sandbox, test mode/);
    await shown.press('enter');
    await shown.until('the secret key of the sandbox, test mode went to the terminal');
    const { keys } = await shown.sandbox.client.keys();
    expect(shown.copied()).toEqual([keys.secret.test]);
  });
});
