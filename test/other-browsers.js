// npm run other-browsers [-- firefox | webkit]
// Pays by card, through the 3-D Secure challenge and with the card fields of the SDK, and looks at the inspector and at a
// record, in Firefox and WebKit, where they are installed, and says of each results. Firefox is asked by WebDriver
// BiDi, WebKitGTK by WebDriver. FIREFOX_PATH and WEBKIT_DRIVER name other programs; BROWSER_SHOTS a folder for pictures.
// WebKit needs a display: where there is none, Xvfb.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'undici';
import { startEmulator } from '../dist/index.js';

/** Milliseconds that anything here may take. */
const patience = 60_000;
const goodCard = '4000056655665556';
const challengedCard = '4000000000003220';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again and again until there is an answer. */
async function until(what, ask) {
  const end = performance.now() + patience;
  for (let last = null; ; await wait(100)) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(`${what} did not come about${last === null ? '' : ` (${last.message})`}`);
  }
}

async function freePort() {
  const server = createSocket();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const running = new Set();
function run(program, args, env = {}) {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  child.on('error', () => {});
  running.add(child);
  return child;
}

const installed = (paths) => paths.find((path) => path !== undefined && existsSync(path));

/** Firefox by WebDriver BiDi, which it speaks itself. */
async function openFirefox() {
  const program = installed([process.env.FIREFOX_PATH, '/usr/bin/firefox', '/usr/bin/firefox-esr']);
  if (program === undefined) return null;
  const profile = mkdtempSync(join(tmpdir(), 'emulator-firefox-'));
  const port = await freePort();
  const child = run(program, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    String(port),
  ]);
  const socket = await until('Firefox', async () => {
    const candidate = new WebSocket(`ws://127.0.0.1:${port}/session`);
    return new Promise((resolve) => {
      candidate.onopen = () => resolve(candidate);
      candidate.onerror = () => resolve(null);
    });
  });
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    if (type === 'success') resolve?.(result);
    if (type === 'error') reject?.(new Error(`${error}: ${message}`));
  };
  let calls = 0;
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      calls++;
      waiting.set(calls, { resolve, reject });
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  const { capabilities } = await send('session.new', { capabilities: {} });
  const top = (await send('browsingContext.getTree')).contexts[0].context;
  await send('browsingContext.setViewport', { context: top, viewport: { width: 1280, height: 800 } });
  /** The browsing context whose address has a part, at any depth. */
  const contextOf = async (part) => {
    if (part === null) return top;
    const { contexts } = await send('browsingContext.getTree', { root: top });
    const find = (list) => list.flatMap(({ context, url, children }) => [{ context, url }, ...find(children ?? [])]);
    const found = find(contexts).find(({ url }) => url.includes(part));
    if (found === undefined) throw new Error(`no frame of ${part}`);
    return found.context;
  };
  const evaluate = async (expression, part = null) => {
    const { type, result, exceptionDetails } = await send('script.evaluate', {
      expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
      target: { context: await contextOf(part) },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  };
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goto: (url) => send('browsingContext.navigate', { context: top, url, wait: 'complete' }),
    evaluate,
    type: async (selector, text, part = null) => {
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`, part);
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const context = await contextOf(part);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    picture: async () => (await send('browsingContext.captureScreenshot', { context: top })).data,
    close: async () => {
      await send('browser.close').catch(() => {});
      socket.close();
      await until('the end of Firefox', () => child.exitCode !== null || child.signalCode !== null);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** WebKitGTK by WebDriver. */
async function openWebKit() {
  const driver = installed([process.env.WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver']);
  const browser = installed(
    ['4.1', '6.0', '4.0'].flatMap((version) =>
      ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    ),
  );
  if (driver === undefined || browser === undefined) return null;
  const env = {};
  if (process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined) {
    if (installed(['/usr/bin/Xvfb']) === undefined) return null;
    env.DISPLAY = `:${90 + (process.pid % 100)}`;
    run('/usr/bin/Xvfb', [env.DISPLAY, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
    await until('Xvfb', () => existsSync(`/tmp/.X11-unix/X${env.DISPLAY.slice(1)}`));
  }
  const port = await freePort();
  // A sandbox of its own needs rights that containers do not give.
  run(driver, [`--port=${port}`], { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const session = await until('WebKit', () => call('POST', '/session', { capabilities }));
  const at = `/session/${session.sessionId}`;
  await call('POST', `${at}/window/rect`, { width: 1280, height: 860 }).catch(() => {});
  const script = (text, args = []) => call('POST', `${at}/execute/sync`, { script: text, args });
  /** Every frame of the page, those in shadow trees too. */
  const framesScript = `const all = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
return all(document).filter((each) => each.localName === 'iframe');`;
  /** Goes into the frame whose address has a part, at any depth. */
  const enter = async (part) => {
    await call('POST', `${at}/frame`, { id: null });
    if (part === null) return;
    const seek = async () => {
      for (const frame of await script(framesScript)) {
        await call('POST', `${at}/frame`, { id: frame });
        if ((await script('return location.href')).includes(part) || (await seek())) return true;
        await call('POST', `${at}/frame/parent`, {});
      }
      return false;
    };
    if (!(await seek())) throw new Error(`no frame of ${part}`);
  };
  const evaluate = async (expression, part = null) => {
    await enter(part);
    const text = await call('POST', `${at}/execute/async`, {
      script: `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value)), (error) => done(JSON.stringify({ thrown: String(error) })));`,
      args: [],
    });
    return text === null ? undefined : JSON.parse(text);
  };
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goto: async (url) => {
      await enter(null);
      await call('POST', `${at}/url`, { url });
    },
    evaluate,
    type: async (selector, text, part = null) => {
      // Typed as keys of the window: the driver does not take an input in a frame of another origin for one to type into.
      await enter(part);
      const element = await call('POST', `${at}/element`, { using: 'css selector', value: selector });
      await call('POST', `${at}/element/${Object.values(element)[0]}/click`, {});
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    picture: async () => {
      await enter(null);
      return call('GET', `${at}/screenshot`);
    },
    close: () => call('DELETE', at).catch(() => {}),
  };
}

/** What is tried, by its name. Each throws where it does not come about. */
const scenarios = {
  'a purchase by card': async (page, { post, emulator }) => {
    const session = await post('/checkout-sessions', { amount: 4200, success_url: `${emulator.url}/docs` });
    await page.goto(session.url);
    await fillForm(page, goodCard);
    await page.keep('form');
    await page.evaluate("document.querySelector('#pay').click()");
    await until('success_url', async () => (await page.evaluate('location.pathname')) === '/docs');
    await expectComplete(session, emulator);
  },
  'the 3-D Secure challenge': async (page, { post, emulator }) => {
    await emulator.settings({ three_ds_enabled: true });
    const session = await post('/checkout-sessions', { amount: 4300, success_url: `${emulator.url}/docs` });
    await page.goto(session.url);
    await fillForm(page, challengedCard);
    await page.evaluate("document.querySelector('#pay').click()");
    const approve = `document.querySelector('[value="approve"]')`;
    await until('the challenge', () => page.evaluate(`${approve} !== null`, '/acs/'));
    await page.keep('challenge');
    await page.evaluate(`void ${approve}.click()`, '/acs/');
    await until('success_url', async () => (await page.evaluate('location.pathname')) === '/docs');
    await expectComplete(session, emulator);
    await emulator.settings({ three_ds_enabled: false });
  },
  "the SDK's card fields": async (page, { post, shop }) => {
    await page.goto(shop);
    await until('the fields', () => page.evaluate('window.isReady === true'));
    await page.type('input', goodCard, 'field=cardNumber');
    await page.type('input', '1230', 'field=cardExpiry');
    await page.type('input', '123', 'field=cardCvc');
    await page.keep('fields');
    await page.evaluate(
      'void payments.createToken().then((made) => { window.made = made; }, (error) => { window.made = { error: error.message }; })',
    );
    const { token, error } = await until('a token', () => page.evaluate('window.made ?? null'));
    if (token === undefined) throw new Error(error);
    await post('/charges', { payment_token: token, amount: 700 });
  },
  'the inspector': async (page, { post, emulator }) => {
    await post('/customers', { email: 'inspected@example.com' });
    await page.goto(`${emulator.url}/inspector#/customers`);
    await expectRow(page, 'inspected@example.com');
    await page.keep('inspector');
  },
  'a record, opened from its file': async (page, { post, folder }) => {
    await post('/customers', { email: 'recorded@example.com' });
    const file = join(folder, `${page.name.replaceAll(' ', '-')}.html`);
    await started.record(file);
    await page.goto(`${pathToFileURL(file)}#/customers`);
    await expectRow(page, 'recorded@example.com');
    await page.keep('record');
  },
};

/** Waits for a row of the inspector, or of a record. */
async function expectRow(page, text) {
  const rows = "[...document.querySelectorAll('.grid-space [role=row]')].map((row) => row.textContent)";
  await until(`a row of ${text}`, async () => (await page.evaluate(rows)).some((row) => row.includes(text)));
}

async function fillForm(page, card) {
  await until('the form', () => page.evaluate("document.querySelector('#cardNumber') !== null"));
  const typed = {
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    cardNumber: card,
    cardExpiry: '1234',
    cardCvc: '123',
    billingPostalCode: '22201',
    billingAddress1: '12 Harbor Street',
    billingCity: 'Arlington',
  };
  for (const [id, text] of Object.entries(typed)) await page.type(`#${id}`, text);
  const number = await page.evaluate("document.querySelector('#cardNumber').value");
  if (number.replace(/\D/g, '') !== card) throw new Error(`the number was written as ${number}`);
}

async function expectComplete({ id }, { apiBase, secretKey }) {
  const answer = await fetch(`${apiBase}/checkout-sessions/${id}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  const { data } = await answer.json();
  if (data.status !== 'complete') throw new Error(`the session is ${data.status}`);
}

/** A shop of another origin, whose page has the card fields of the SDK. */
function startShop(emulator) {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1><div id="target"></div></main>
<script src="${emulator.url}/sdk/v1/sdk.js"></script>
<script>const payments = window.payments = PaymentsSDK('${emulator.publishableKey}');
payments.mountCardInputs('#target', { onReady: () => { window.isReady = true; } });</script></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const started = await startEmulator();
const emulator = {
  url: started.url,
  apiBase: started.apiBase,
  secretKey: started.secretKey,
  publishableKey: started.publishableKey,
  settings: async (settings) => {
    const workspace = 'ws_demo';
    const answer = await fetch(`${started.url}/_emulator/workspaces/${workspace}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ settings }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  },
};
const post = async (path, body) => {
  const answer = await fetch(`${emulator.apiBase}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulator.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, error } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${error}`);
  return data;
};
const server = await startShop(emulator);
const shop = `http://localhost:${server.address().port}/`;
const folder = mkdtempSync(join(tmpdir(), 'emulator-records-'));
const { BROWSER_SHOTS } = process.env;

const say = (text) => process.stdout.write(`${text}\n`);
try {
  for (const [family, open] of [
    ['Firefox', openFirefox],
    ['WebKit', openWebKit],
  ]) {
    if (process.argv[2] !== undefined && process.argv[2] !== family.toLowerCase()) continue;
    let page = null;
    try {
      page = await open();
    } catch (error) {
      process.exitCode = 1;
      say(`${family}: it does not start (${error.message}).`);
      continue;
    }
    if (page === null) {
      say(`${family}: not installed (Debian: firefox-esr; webkit2gtk-driver, and xvfb where there is no display).`);
      continue;
    }
    page.keep = async (name) => {
      if (BROWSER_SHOTS === undefined) return;
      mkdirSync(BROWSER_SHOTS, { recursive: true });
      // What is there is painted a little later.
      await wait(500);
      writeFileSync(
        join(BROWSER_SHOTS, `${family.toLowerCase()}-${name}.png`),
        Buffer.from(await page.picture(), 'base64'),
      );
    };
    for (const [name, act] of Object.entries(scenarios)) {
      try {
        await act(page, { post, emulator, shop, folder });
        say(`${page.name}: ${name} works.`);
      } catch (error) {
        process.exitCode = 1;
        say(`${page.name}: ${name} FAILS: ${error.message}`);
        await page.keep('failure').catch(() => {});
      }
    }
    await page.close();
  }
} finally {
  server.close();
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
  for (const child of running) child.kill();
}
