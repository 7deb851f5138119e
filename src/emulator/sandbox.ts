import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { originAt } from '../core/base/hosts.ts';
import { parseIso } from '../core/base/instants.ts';
import { wakeAfter } from '../core/base/time.ts';
import type { Registry } from '../core/kernel/declare/registry.ts';
import { Engine } from '../core/kernel/engine.ts';
import type { Cause } from '../core/kernel/events.ts';
import { Scheduler } from '../core/kernel/time/scheduler.ts';
import { MailRoom } from '../payments/mail/mail-room.ts';
import type { CatcherOptions } from '../payments/mail/smtp-relay.ts';
import { pdfFont, publicOrigin } from '../payments/platform/surroundings.ts';
import { checkTarget, guardedLookup } from '../payments/webhooks/receiver-address.ts';
import { Webhooks } from '../payments/webhooks/webhooks.ts';
import { recordingOperations } from '../record/answers/operations.ts';
import type { StartPoint } from '../record/resume/start-point.ts';
import { RunRecorder } from '../record/write/run-recorder.ts';
import { CausalLog } from '../sandbox/control/log/causal-log.ts';
import { PastRuns } from '../sandbox/control/log/past-runs.ts';
import { streamOf } from '../sandbox/control/log/stream.ts';
import { checkRule as checkOwnRule } from '../sandbox/control/outcomes/rules.ts';
import { controlOperations } from '../sandbox/control/registry.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import { mayBeNamed } from '../sandbox/control/workspaces/fixture-source.ts';
import { trialOn } from '../sandbox/control/workspaces/fixture-trial.ts';
import { TokenBook } from '../sandbox/control/workspaces/token-book.ts';
import { declarations } from '../sandbox/declarations.ts';
import type { DataFolder } from '../sandbox/files/data-folder.ts';
import { openMemory, openMemoryWith } from '../sandbox/files/memory.ts';
import type { Store } from '../sandbox/files/persistence.ts';
import {
  type AddEndpoint,
  applyStartupOverrides,
  type CheckRule,
  makeWorkspace,
  type Overrides,
} from '../sandbox/fixtures/apply.ts';
import { fileOf, loadFixtureOfFiles, reportingAllProblems, shadowedNote } from '../sandbox/fixtures/load.ts';
import { answerInProcess } from '../sandbox/http/in-process.ts';
import { createServer } from '../sandbox/http/server.ts';
import { RequestsInProgress } from '../sandbox/requests/in-progress.ts';
import { RequestLog, usuallyKept } from '../sandbox/requests/log.ts';
import { MarkLog } from '../sandbox/requests/marks.ts';
import { RateWindows } from '../sandbox/requests/rate-windows.ts';
import { readTls } from '../sandbox/tls/tls.ts';
import { changedFixtures } from './changed-fixtures.ts';
import { controlTokenOf } from './control-token.ts';
import { inTheNameOf, longFlag } from './option-names.ts';
import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';
import { comparisonOf, confirmedBy, profileOf } from './start-profile.ts';

const startCause: Cause = { type: 'control', id: 'start', name: 'start' };
/** The origin of an emulator that does not listen. */
const nowhere = 'http://emulator.localhost';
/** How long requests in flight can take when the emulator stops, in real milliseconds. */
const lastAnswers = 2_000;
const loadStartPoint = () => import('../record/resume/start-point.ts');

/**
 * Connects the parts of the emulator and starts to listen. A start that fails opens no port and changes nothing.
 * @throws StorageError, FixtureError, ServiceError or the error of the port, each with a message of one line
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const warn = options.warn ?? (() => {});
  const registry = declarations();
  const { from } = options;
  const begun =
    from === undefined ? null : await (await loadStartPoint()).beginningAt({ ...options, from }, registry, warn);
  const store = await openStore(options, registry, begun, warn);
  try {
    return await startOn(store, registry, options, begun, warn);
  } catch (error) {
    await store.discard();
    throw error;
  }
}

async function openStore(
  options: SandboxOptions,
  registry: Registry,
  begun: StartPoint | null,
  warn: (message: string) => void,
) {
  const seed = options.seed ?? null;
  if (options.dataDir === null) return begun === null ? openMemory({ seed }) : openMemoryWith(begun.state);
  const { readDataFolder } = await import('../sandbox/files/data-folder.ts');
  const { dataDir: directory, version, fsync = false, signal, named = longFlag } = options;
  if (begun !== null) {
    const { beginFolder } = await import('../sandbox/files/folder-from-state.ts');
    await beginFolder(directory, begun.state, version);
  }
  return readDataFolder({ directory, registry, seed, seedName: named('seed'), version, fsync, warn, signal });
}

async function startOn(
  store: Awaited<ReturnType<typeof openStore>>,
  registry: Registry,
  options: SandboxOptions,
  begun: StartPoint | null,
  warn: (message: string) => void,
): Promise<RunningSandbox> {
  const { version, host = '127.0.0.1', port = 4747, signatureTime = begun?.options.signatureTime ?? 'real' } = options;
  const named = options.named ?? longFlag;
  const engine = new Engine({ state: store.state, registry, journal: store.journal, calls: begun?.calls, warn });
  // Nothing is written until every step that can fail has succeeded.
  engine.hold();
  const scheduler = new Scheduler(engine, warn);
  const allowRemoteWebhooks = options.allowRemoteWebhooks ?? false;
  const profile = await profileOf(options, begun, registry, warn);
  const confirmed = await confirmedBy(options);
  const comparison = await comparisonOf(options);
  const { secure, authority } = await readTls(options, { named, warn });
  const ca = secure?.identity.cert;
  const sending = { ...options, signatureTime, allowRemoteWebhooks, authority, warn, shown: profile ?? undefined };
  const webhooks = new Webhooks(engine, sending);
  if (options.pdfFont !== undefined) {
    const { readPdfFont } = await import('../payments/mail/fonts.ts');
    await readPdfFont(options.pdfFont, named('pdfFont'));
    engine.provide(pdfFont, options.pdfFont);
  }
  const mailRoom = {
    folder: options.dataDir === null ? null : join(options.dataDir, 'mail'),
    catcher: options.smtp === undefined ? null : catcherAt(options.smtp, allowRemoteWebhooks),
    warn,
  };
  const mail = inTheNameOf(named('smtp'), () => new MailRoom(engine, mailRoom));
  const kept = options.requestsKept ?? usuallyKept;
  const requests = new RequestLog(kept, warn);
  const marks = new MarkLog(warn);
  requests.goOnFrom(begun?.requests ?? []);
  for (const mark of begun?.marks ?? []) marks.add(mark);
  const limits = new RateWindows(warn);
  limits.goOnFrom(begun?.windows ?? []);
  const addEndpoint: AddEndpoint = (workspace, endpoint, cause) =>
    webhooks.createEndpoint(workspace, endpoint, cause, 'fixture').id;
  const delays = profile?.delays;
  const ownOverrides = { ...readOverrides(options), ...(delays === undefined ? {} : { delays }) };
  const overrides = { ...begun?.overrides, ...ownOverrides };
  const defaultOf = () => engine.workspace(begun?.workspace ?? 'ws_demo') ?? [...engine.allWorkspaces()][0]!;
  if (store.fresh) {
    const { fixture = 'default' } = options;
    const note = shadowedNote(fixture);
    if (note !== null) warn(note);
    await loadFixtureInto(engine, fixture, overrides, addEndpoint);
  } else applyStartupOverrides(engine, ownOverrides, startCause);
  const changed = store.fresh || begun !== null ? [] : changedFixtures(engine, defaultOf().id);
  for (const remark of changed) warn(remark);
  const forwardTo = (url: string) =>
    inTheNameOf(named('forwardTo'), () => webhooks.forwardTo(defaultOf(), url, startCause));
  if (options.forwardTo !== undefined) forwardTo(options.forwardTo);
  options.signal?.throwIfAborted();
  const defaultWorkspace = defaultOf().id;
  const then = begun?.options;
  const apiOptions = {
    strict: options.strict ?? then?.strict ?? false,
    rateLimit: (options.rateLimit ?? true) && (then?.rateLimit ?? true),
  };
  const token = controlTokenOf(options);
  let requestStop = () => {};
  const stopRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });
  const beginsToStop = new AbortController();
  // Each waiting call adds a listener to the signal.
  setMaxListeners(0, beginsToStop.signal);
  let url = '';
  const sandbox: Sandbox = {
    version,
    get url() {
      return url;
    },
    // The object stays the same, so changes at runtime apply immediately.
    options: Object.assign(apiOptions, { signatureTime, allowRemoteWebhooks }),
    profile,
    confirmed,
    comparison,
    overrides,
    defaultWorkspace,
    engine,
    scheduler,
    webhooks,
    mail,
    log: new CausalLog(engine, options.recordsAll === true ? Number.POSITIVE_INFINITY : kept, warn),
    requests,
    inProgress: new RequestsInProgress(warn),
    chapters: new PastRuns(kept, warn),
    marks,
    limits,
    snapshots: store.snapshots,
    tokens: new TokenBook(engine),
    storageStatus: () => store.status(),
    call: async ({ method, path, headers, body }) => {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { host: 'localhost', ...headers },
        ...(body === null ? {} : { payload: body }),
      });
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
        body: answer.body,
      };
    },
    stopping: beginsToStop.signal,
    stop: () => requestStop(),
  };
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  const app = createServer({
    ready,
    secure,
    options: apiOptions,
    control: {
      sandbox,
      operations: [...controlOperations, ...recordingOperations(() => tape)],
      streamOf,
      allowedHosts: new Set((options.allowedHosts ?? []).map((name) => name.toLowerCase())),
      ...(options.agents === undefined
        ? {}
        : {
            agents: (own?: string) => {
              const used = own ?? token ?? undefined;
              // A record can contain other workspaces than the one that the token belongs to.
              const mayRead = own === undefined ? mayBeNamed : () => false;
              return options.agents!({ url, ca, mayRead, ...(used === undefined ? {} : { token: used }) });
            },
          }),
      // On loopback, callers can also send the token that was passed at the start.
      token: token ?? options.token ?? null,
      isTokenRequired: token !== null,
      warn,
    },
  });
  let tape: RunRecorder | null = null;
  let unwatch: (() => Promise<void>) | null = null;
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    beginsToStop.abort();
    scheduler.stop();
    await webhooks.stop();
    const cut = wakeAfter(lastAnswers, () => app.server.closeAllConnections());
    await app.close();
    cut();
    await unwatch?.();
    engine.flush();
    await mail.stop();
    await store.close();
  };
  try {
    if (port === null) {
      await app.ready();
      url = nowhere;
    } else {
      await app.listen({ host, port });
      url = originAt(secure === null ? 'http' : 'https', host, (app.server.address() as AddressInfo).port);
    }
    engine.provide(publicOrigin, options.publicUrl ?? url);
    await store.begin(() => engine.release());
    // The changes of a fixture come before the run, and are not part of its log.
    sandbox.log.follow(sandbox);
    tape = new RunRecorder(sandbox, options.recordsAll ?? false);
    await secure?.identity.keep();
    if (port !== null) store.noteUrl(url);
  } catch (error) {
    app.server.closeAllConnections();
    await app.close();
    await mail.stop();
    throw error;
  }
  try {
    scheduler.start();
    webhooks.start();
    store.readAhead();
    if (options.watch === true) unwatch = await beginWatching(sandbox, store, options.fixture, warn);
  } catch (error) {
    await stop();
    throw error;
  }
  tellReady();
  return {
    get url() {
      return url;
    },
    sandbox,
    tape: tape!,
    token,
    ...(ca === undefined ? {} : { certificate: ca }),
    stopRequested,
    fetch: (request) => answerInProcess(app, request),
    reconfigure: ({ forwardTo: url, settle, strict, rateLimit }) => {
      if (strict !== undefined) apiOptions.strict = strict;
      if (rateLimit !== undefined) apiOptions.rateLimit = rateLimit;
      if (settle !== undefined) applyStartupOverrides(engine, { settlement: settle }, startCause);
      if (url !== undefined) forwardTo(url);
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

const isFolder = (store: Store): store is DataFolder => store.status().kind === 'folder';

async function beginWatching(
  sandbox: Sandbox,
  store: Store,
  fixture: string | undefined,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  const [{ watchState }, { isBundled }] = await Promise.all([
    import('./watch-files.ts'),
    import('../sandbox/fixtures/load.ts'),
  ]);
  const file = fixture === undefined || isBundled(fixture) ? null : fixture;
  return watchState({ sandbox, folder: isFolder(store) ? store : null, fixture: file, warn });
}

/** The address of a mail catcher follows the same rules as webhook endpoints. */
const catcherAt = (url: string, allowRemote: boolean): CatcherOptions => ({
  url,
  lookup: guardedLookup(allowRemote),
  refusalOf: (host) => checkTarget(`http://${host}`, allowRemote).refusal,
});

function readOverrides({ settle, clock, freeze }: SandboxOptions): Overrides {
  return {
    ...(settle === undefined ? {} : { settlement: settle }),
    ...(clock === undefined ? {} : { clock: parseIso(clock) }),
    ...(freeze === undefined ? {} : { freeze }),
  };
}

async function loadFixtureInto(engine: Engine, name: string, overrides: Overrides, addEndpoint: AddEndpoint) {
  const trial = trialOn(engine.registry);
  const { workspaces, seed, files } = await loadFixtureOfFiles(name, trial);
  const checkRule: CheckRule = (rule) => checkOwnRule(engine.registry, rule);
  await reportingAllProblems({ file: fileOf(name) }, trial, () => {
    for (const workspace of workspaces) {
      makeWorkspace(engine, workspace, { name, seed, files, cause: startCause, overrides, addEndpoint, checkRule });
    }
  });
}
