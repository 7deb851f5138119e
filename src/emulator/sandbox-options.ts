import type { RunRecorder } from '../record/write/run-recorder.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import type { AgentHandler } from '../sandbox/http/surfaces/control.ts';
import type { TlsOptions } from '../sandbox/tls/tls.ts';
import type { NameOption } from './option-names.ts';

export interface SandboxOptions extends TlsOptions {
  /** Default 4747; 0: any free port; null: the emulator does not listen, and answers this process alone. */
  port?: number | null;
  host?: string;
  /** The data folder; null keeps nothing on disk. */
  dataDir: string | null;
  /** The name of a bundled fixture, or a file. Default `default`. */
  fixture?: string;
  /** The URL that receives the webhooks of the default workspace. */
  forwardTo?: string;
  /** The file of the profile by which the emulator answers. */
  profile?: string;
  /** Whether the profile may contradict the specification. */
  overSpecification?: boolean;
  /** The file of what captures confirmed and refuted of what the emulator assumes. */
  assumptions?: string;
  /** The file of a comparison with the service, for the inspector. */
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
  allowRemote?: boolean;
  allowedHosts?: readonly string[];
  /** The origin in links; default: the address that the server listens on. */
  publicUrl?: string;
  /** The token of the control API, if others than this machine may reach it; default: generated. */
  token?: string;
  allowRemoteWebhooks?: boolean;
  /** A mail catcher that also receives every message: `smtp://127.0.0.1:1025`. */
  smtp?: string;
  /** The font file for letters of PDFs that Noto Sans lacks. */
  pdfFont?: string;
  /** Whether to follow manual edits of the fixture's file and of `db.json`. */
  watch?: boolean;
  /** The record of a run that the emulator resumes, instead of loading a fixture. */
  from?: string;
  /** The name of the run, if the record has several; default: the first run. */
  run?: string;
  /** The place in the run at which the emulator resumes; default: the end of the run. */
  at?: string;
  /** `keep`: webhooks go to the addresses of the recorded run; default: these endpoints are switched off. */
  webhooks?: 'keep';
  /** Whether to keep the whole run for a record, in however much memory; default: only its latest part. */
  recordsAll?: boolean;
  /** How many requests the log keeps for each workspace; an audit of a whole run needs more. */
  requestsKept?: number;
  /** How many deliveries to one endpoint may run at once; 1 keeps their order. */
  deliveriesAtOnce?: number;
  version: string;
  /** How messages name an option; default: by its flag. */
  named?: NameOption;
  /** Receives warnings for a person, one line each. */
  warn?: (message: string) => void;
  /**
   * Makes the server for agents (Model Context Protocol) at `/_emulator/mcp`; absent: the emulator has no such server.
   */
  agents?: (at: {
    url: string;
    token?: string;
    ca?: string | undefined;
    /** Whether a call may name a file. */
    mayRead: (file: string) => boolean;
  }) => Promise<AgentHandler>;
  /** Aborts the start: it then fails with the signal's reason and leaves nothing behind. */
  signal?: AbortSignal;
}

/** Options that can change while an emulator runs; absent options stay unchanged. */
export type Reconfiguration = Pick<SandboxOptions, 'forwardTo' | 'settle' | 'strict' | 'rateLimit'>;

/** A running emulator. */
export interface RunningSandbox {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** The messages of the run, for a record. */
  readonly tape: RunRecorder;
  /** The token of the control API; null: only this machine reaches it, and needs none. */
  readonly token: string | null;
  /** The emulator's certificate as PEM, for clients that do not trust it yet; absent: the emulator answers http. */
  readonly certificate?: string;
  /** Resolves when the control API was asked to stop the emulator. */
  readonly stopRequested: Promise<void>;
  /** Changes options at runtime. @throws ServiceError for a forward address that is not allowed */
  reconfigure(changes: Reconfiguration): void;
  /** Answers a request of this process, whatever its host. */
  fetch(request: Request): Promise<Response>;
  /** Answers the requests in flight, writes everything to disk and closes. */
  stop(): Promise<void>;
}
