import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';

test('indep', async () => {
  const calls: any[] = [];
  let upstream = '';
  const add = (c: any) => calls.push({ ...c, entry: calls.length + 1, capture: 'indep.har' });
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []; for await (const c of req) chunks.push(c as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? undefined : (() => { try { return JSON.parse(text); } catch { return text; } })();
    const startedAt = Date.now();
    if (req.url!.startsWith('/hook')) {
      add({ kind: 'delivery', startedAt, method: 'POST', url: new URL('http://x/hook'), path: '/hook', query: new URLSearchParams(), headers: req.headers, body, status: 200, answerHeaders: {}, answer: undefined });
      res.writeHead(200).end(); return;
    }
    const { host: _h, connection: _c, ...headers } = req.headers as any;
    const answer = await fetch(`${upstream}${req.url}`, { method: req.method!, headers, ...(text === '' ? {} : { body: text }) });
    const out = await answer.text();
    const url = new URL(req.url!, 'https://indep.example');
    add({ kind: 'call', startedAt, method: req.method, url, path: url.pathname, query: url.searchParams, headers: req.headers, body, status: answer.status, answerHeaders: Object.fromEntries(answer.headers), answer: out === '' ? undefined : (() => { try { return JSON.parse(out); } catch { return out; } })() });
    res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(out);
  });
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
  const port = (server.address() as any).port;
  const service = spawn('python3', ['/work/independent/service.py', '--port', '0', '--webhook', `http://127.0.0.1:${port}/hook`, '--secret', 'whsec_x'], { stdio: ['ignore', 'pipe', 'inherit'] });
  upstream = await new Promise<string>((r) => { let s = ''; service.stdout.on('data', (d) => { s += d; const m = /ready (http:\/\/127[^\s/]*)/.exec(s); if (m) r(m[1]!); }); });
  const session = spawn('python3', ['/work/independent/session.py', `http://127.0.0.1:${port}/api/v1`, 'sk_test_demo', '--quiet'], { stdio: 'inherit' });
  await new Promise((r) => session.once('exit', r));
  service.kill(); server.close(); server.closeAllConnections();
  writeFileSync('/tmp/w/indep-calls.json', JSON.stringify(calls.map((c) => ({ ...c, url: String(c.url), query: String(c.query) }))));
  const { findings, notCompared, compared, assumptions } = await compareCalls(calls, { version: '0' });
  writeFileSync('/tmp/w/indep.txt', `${compared} of ${calls.length} ${findings.length}\n` + findings.map(({ finding: f, change }) => `${f.kind} ${f.operation} ${f.place} | ${JSON.stringify(f.service)?.slice(0, 100)} <> ${JSON.stringify(f.emulator)?.slice(0, 100)} ${f.seen}/${f.of} +${f.consequences} #${f.first.entry} ${JSON.stringify(change)}`).join('\n') + '\n' + JSON.stringify(notCompared, null, 1) + assumptions.filter((a) => a.state !== 'untouched').length);
}, 120000);
