import { expect, it } from 'vitest';
import { createTestSandbox } from '../support/sandbox.ts';

it('a listener that fails does not change an answer, is reported, and keeps no other from listening', async () => {
  const sandbox = await createTestSandbox();
  const { engine, requests, log, marks } = sandbox.sandbox;
  const heard: string[] = [];
  const fail = (): never => {
    throw new Error('out of paper');
  };
  for (const listen of [fail, () => heard.push('request')]) requests.onAdd(listen);
  for (const listen of [fail, () => heard.push('stored')]) engine.onKept(listen);
  for (const listen of [fail, () => heard.push('commit')]) engine.onCommit(listen);
  for (const listen of [fail, () => heard.push('mark')]) marks.onAdd(listen);
  log.listen({ wants: () => true, hear: fail });

  const customer = await sandbox.api.post('/customers', { email: 'ada@example.com' });
  expect(customer.status).toBe(201);
  expect((await sandbox.api.get('/customers/cus_nobody')).status).toBe(404);
  expect((await sandbox.control.post('/markers', { text: 'here' })).status).toBe(201);
  // A listener keeps its place: what happened is stored first.
  await expect.poll(() => heard).toEqual(['stored', 'request', 'commit', 'request', 'mark']);
  const warnings = new Set(sandbox.warnings.splice(0));
  expect([...warnings].sort()).toEqual([
    'A listener of the commits failed: out of paper',
    'A listener of the list of marks failed: out of paper',
    'A listener of the log failed: out of paper',
    'A listener of the request log failed: out of paper',
    'A listener of the stored commits failed: out of paper',
  ]);
  await sandbox.stop();
});

it('a warning that a test does not expect fails the test', async () => {
  const sandbox = await createTestSandbox();
  sandbox.sandbox.requests.onAdd(() => {
    throw new Error('out of paper');
  });
  await sandbox.api.get('/customers');
  await expect(sandbox.stop()).rejects.toThrow('A listener of the request log failed: out of paper');
});
