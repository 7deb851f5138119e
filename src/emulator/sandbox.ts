import { durationMs } from '../core/base/duration.ts';
import { FairTurns } from '../core/base/turns.ts';
import { publicOrigin } from '../payments/platform/surroundings.ts';
import { reachOthers } from '../payments/webhooks/receiver-address.ts';
import { recordingOperations } from '../record/answers/operations.ts';
import type { RunRecorder } from '../record/write/run-recorder.ts';
import { AuditTrail } from '../sandbox/control/audit-trail.ts';
import { controlOperations } from '../sandbox/control/registry.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import { WorkspaceExpiry } from '../sandbox/control/workspaces/expiry.ts';
import { TokenBook } from '../sandbox/control/workspaces/token-book.ts';
import type { DataFolder } from '../sandbox/files/data-folder.ts';
import type { Store } from '../sandbox/files/persistence.ts';
import { applyStartupOverrides } from '../sandbox/fixtures/apply.ts';
import { LastUses } from '../sandbox/requests/last-uses.ts';
import type { Tls } from '../sandbox/tls/tls.ts';
import { metricsOf } from './metrics.ts';
import { createEngine } from './parts/engine.ts';
import { defaultWorkspaceOf, forwardTo, putInitialState } from './parts/initial-state.ts';
import { createLogs } from './parts/logs.ts';
import { createServer, type EmulatorServer } from './parts/server.ts';
import { readStart, type Start, startCause } from './parts/start.ts';
import { readStartFiles } from './parts/start-files.ts';
import { createStorage } from './parts/storage.ts';
import { createWebhooks, signatureTimeOf } from './parts/webhooks.ts';
import type { Reconfiguration, RunningSandbox, SandboxOptions } from './sandbox-options.ts';
import { webhookTargetsOf } from './webhook-targets.ts';

/**
 * Connects the parts of the emulator and starts to listen. A start that fails opens no port and changes nothing.
 * @throws StorageError, FixtureError, ServiceError or the error of the port, each with a message of one line
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const start = await readStart(options);
  const store = await createStorage(start);
  try {
    const parts = await createParts(start, store);
    await listen(parts);
    return running(await begin(parts));
  } catch (error) {
    await store.discard();
    throw error;
  }
}

/** All parts of an emulator, before it listens. */
interface Parts {
  readonly start: Start;
  readonly store: Store;
  readonly secure: Tls['secure'];
  readonly recorder: RunRecorder;
  readonly server: EmulatorServer;
  readonly sandbox: Sandbox;
  readonly expiry: WorkspaceExpiry;
}

/** Creates the parts in order: each needs only those before it. */
async function createParts(start: Start, store: Store): Promise<Parts> {
  const { engine, scheduler } = createEngine(start, store);
  const files = await readStartFiles(start);
  const { profile, confirmed, comparison, tls } = files;
  const turns = new FairTurns();
  const { webhooks, mail } = await createWebhooks(start, { engine, turns }, files);
  const { parts: logs, recorder } = createLogs(start, engine);
  const overrides = await putInitialState(start, store, { engine, webhooks, profile });
  start.options.signal?.throwIfAborted();
  const options = runtimeOptions(start);
  const server = createServer(start, { engine, limits: logs.limits, profile, options }, tls.secure);
  const expiry = new WorkspaceExpiry();
  const sandbox: Sandbox = {
    version: start.options.version,
    options,
    profile,
    confirmed,
    comparison,
    overrides,
    defaultWorkspace: defaultWorkspaceOf(start, engine).id,
    engine,
    scheduler,
    webhooks,
    mail,
    ...logs,
    snapshots: store.snapshots,
    storageStatus: () => store.status(),
    compact: () => store.reduce(),
    turns,
    memory: () => process.memoryUsage.rss(),
    metrics: metricsOf(() => sandbox),
    tokens: new TokenBook(engine),
    uses: new LastUses(),
    expiry,
    workspaceTtl: durationMs(start.options.workspaceTtl ?? ''),
    audit: new AuditTrail(),
    get url() {
      return server.url;
    },
    call: (request) => server.call(request),
    stopping: server.stopping,
    stop: server.stop,
  };
  server.serve(sandbox, [...controlOperations, ...recordingOperations(recorder)]);
  return { start, store, secure: tls.secure, recorder, server, sandbox, expiry };
}

/** The options that can change at runtime, in one object, so that a change applies immediately. */
function runtimeOptions(start: Start): Sandbox['options'] {
  const { options, begun } = start;
  const then = begun?.options;
  return {
    strict: options.strict ?? then?.strict ?? false,
    rateLimit: (options.rateLimit ?? true) && (then?.rateLimit ?? true),
    signatureTime: signatureTimeOf(start),
    allowRemoteWebhooks: reachOthers(webhookTargetsOf(options)),
  };
}

/** Listens, and then stores and logs everything that happens. If a step fails, everything that was opened is closed. */
async function listen({ start, store, secure, recorder, server, sandbox }: Parts): Promise<void> {
  const { engine, mail, log } = sandbox;
  const { port, publicUrl } = start.options;
  try {
    await server.listen();
    engine.provide(publicOrigin, publicUrl ?? server.url);
    await store.begin(() => engine.release());
    // The changes of a fixture come before the run, and are not part of its log.
    log.follow(sandbox);
    recorder.follow();
    await secure?.identity.keep();
    if (port !== null) store.noteUrl(server.url);
  } catch (error) {
    await server.closeNow();
    await mail.stop();
    throw error;
  }
}

/** An emulator that handles requests. */
interface StartedParts extends Parts {
  /** Ends the watch of files; null if none is watched. */
  readonly unwatch: (() => Promise<void>) | null;
}

/** Starts the jobs and the webhooks, and lets the first requests in. */
async function begin(parts: Parts): Promise<StartedParts> {
  const { store, server, sandbox, expiry } = parts;
  try {
    sandbox.scheduler.start();
    sandbox.webhooks.start();
    store.readAhead();
    expiry.begin(sandbox);
    const unwatch = parts.start.options.watch === true ? await beginWatching(parts) : null;
    server.open();
    return { ...parts, unwatch };
  } catch (error) {
    await stop({ ...parts, unwatch: null });
    throw error;
  }
}

/** Responds to the requests in flight, writes everything to disk, and closes. */
async function stop({ store, server, sandbox, expiry, unwatch }: StartedParts): Promise<void> {
  await server.beginToStop();
  sandbox.scheduler.stop();
  expiry.stop();
  await sandbox.webhooks.stop();
  await server.close();
  await unwatch?.();
  expiry.keep();
  sandbox.engine.flush();
  await sandbox.mail.stop();
  await store.close();
}

function running(begun: StartedParts): RunningSandbox {
  const { start, secure, recorder, server, sandbox } = begun;
  const certificate = secure?.identity.cert;
  let stopped: Promise<void> | null = null;
  return {
    url: server.url,
    sandbox,
    recorder,
    token: server.token,
    ...(certificate === undefined ? {} : { certificate }),
    stopRequested: server.stopRequested,
    fetch: (request) => server.fetch(request),
    reconfigure: (changes) => reconfigure(start, sandbox, changes),
    stop: () => {
      stopped ??= stop(begun);
      return stopped;
    },
  };
}

function reconfigure(start: Start, sandbox: Sandbox, { forwardTo: url, settle, strict, rateLimit }: Reconfiguration) {
  const { engine, options } = sandbox;
  if (strict !== undefined) options.strict = strict;
  if (rateLimit !== undefined) options.rateLimit = rateLimit;
  if (settle !== undefined) applyStartupOverrides(engine, { settlement: settle }, startCause);
  if (url !== undefined) forwardTo(start, sandbox, url);
}

const isFolder = (store: Store): store is DataFolder => store.status().kind === 'folder';

async function beginWatching({ start, store, sandbox }: Parts): Promise<() => Promise<void>> {
  const [{ watchState }, { isBundled }] = await Promise.all([
    import('./watch-files.ts'),
    import('../sandbox/fixtures/load.ts'),
  ]);
  const { fixture } = start.options;
  const file = fixture === undefined || isBundled(fixture) ? null : fixture;
  return watchState({ sandbox, folder: isFolder(store) ? store : null, fixture: file, warn: start.warn });
}
