import type { RunRecorder } from '../record/write/run-recorder.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import type { AgentHandler } from '../sandbox/http/surfaces/control.ts';
import type { TlsOptions } from '../sandbox/tls/tls.ts';
import type { NameOption } from './option-names.ts';

export interface SandboxOptions extends TlsOptions {
  /**
   * Default: 4747. 0 selects any free port. With null, the emulator does not listen and responds only to this process.
   */
  port?: number | null;
  host?: string;
  /** The data folder. With null, nothing is stored on disk. */
  dataDir: string | null;
  /** The name of a bundled fixture, or the path of a file. Default: `default`. */
  fixture?: string;
  /** The URL that receives the webhooks of the default workspace. */
  forwardTo?: string;
  /** The file of the profile that the emulator follows. */
  profile?: string;
  /** Whether the profile may contradict the specification. */
  overSpecification?: boolean;
  /** The file that lists which assumptions of the emulator were confirmed or refuted by captures. */
  assumptions?: string;
  /** The file with the report of a comparison with the service, for the inspector. */
  comparison?: string;
  settle?: 'auto' | 'manual';
  /** The start time of every clock, ISO 8601. */
  clock?: string;
  freeze?: boolean;
  seed?: number;
  rateLimit?: boolean;
  strict?: boolean;
  signatureTime?: 'real' | 'emulated';
  fsync?: boolean;
  /** How long a workspace that a call creates can be unused before it is removed, such as `7d`. Default: forever. */
  workspaceTtl?: string;
  /** How long requests in flight can take at a stop, such as `20s`. Default: two seconds. */
  stopTimeout?: string;
  allowRemote?: boolean;
  allowedHosts?: readonly string[];
  /** The origin in links. Default: the address that the server listens on. */
  publicUrl?: string;
  /** The token of the control API if other machines can reach it. Default: a generated token. */
  token?: string;
  allowRemoteWebhooks?: boolean;
  /** Hosts of other machines that webhooks may reach, such as `*.example.com`. */
  webhookHosts?: readonly string[];
  /** A mail catcher that also receives every message: `smtp://127.0.0.1:1025`. */
  smtp?: string;
  /** The font file for characters in PDFs that Noto Sans does not have. */
  pdfFont?: string;
  /** Whether to watch the fixture file and `db.json` for manual edits. */
  watch?: boolean;
  /** The record of a run that the emulator resumes, instead of loading a fixture. */
  from?: string;
  /** The name of the run if the record has several. Default: the first run. */
  run?: string;
  /** The place in the run where the emulator resumes. Default: the end of the run. */
  at?: string;
  /** With `keep`, webhooks go to the addresses of the recorded run. By default, these endpoints are disabled. */
  webhooks?: 'keep';
  /**
   * Whether to keep the whole run for a record, no matter how much memory that takes. Default: only its latest part.
   */
  recordsAll?: boolean;
  /** How many requests the log keeps for each workspace. An audit of a whole run needs more. */
  requestsKept?: number;
  /** How many deliveries to one endpoint can run at the same time; 1 preserves their order. */
  deliveriesAtOnce?: number;
  version: string;
  /** How messages name an option. Default: by its flag. */
  named?: NameOption;
  /** Receives warnings for the user, one line each. */
  warn?: (message: string) => void;
  /**
   * Creates the server for agents (Model Context Protocol) at `/_emulator/mcp`. If absent, the emulator has no such
   * server.
   */
  agents?: (at: {
    url: string;
    token?: string;
    ca?: string | undefined;
    /** Whether a call is allowed to name a file. */
    mayRead: (file: string) => boolean;
  }) => Promise<AgentHandler>;
  /** Aborts the start, which then fails with the signal's reason and leaves nothing behind. */
  signal?: AbortSignal;
}

/** Options that can change while an emulator runs. Absent options stay unchanged. */
export type Reconfiguration = Pick<SandboxOptions, 'forwardTo' | 'settle' | 'strict' | 'rateLimit'>;

/** A running emulator. */
export interface RunningSandbox {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Records the messages of the run. */
  readonly recorder: RunRecorder;
  /** The token of the control API; null if only this machine can reach it, so that no token is needed. */
  readonly token: string | null;
  /** The emulator's certificate as PEM, for clients that do not trust it yet; absent if the emulator uses http. */
  readonly certificate?: string;
  /** Resolves when a control API request asks the emulator to stop. */
  readonly stopRequested: Promise<void>;
  /**
   * Changes options at runtime.
   * @throws ServiceError if a forward address is not allowed
   */
  reconfigure(changes: Reconfiguration): void;
  /** Responds to a request from this process, whatever its host. */
  fetch(request: Request): Promise<Response>;
  /** Responds to the requests in flight, writes everything to disk, and closes. */
  stop(): Promise<void>;
}
