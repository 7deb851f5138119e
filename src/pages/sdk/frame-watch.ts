import type { Origins } from './dom.ts';
import { PaymentsError } from './errors.ts';
import { watchPolicy } from './policy.ts';

/** The time in milliseconds after which a loaded frame without a message counts as refused. */
const answerTimeout = 600;
/** The maximum time for a frame to load, in milliseconds (specification, "Limits" 7: a vault submit). */
const loadTimeout = 20_000;

interface Watched {
  readonly frame: HTMLIFrameElement;
  readonly origins: Origins;
  /** The error for a frame that the service serves but the browser does not show. */
  readonly refusal: () => PaymentsError;
  readonly failed: (error: PaymentsError) => void;
}

export interface FrameWatch {
  /** Ends the watch, because the frame has sent a message or is no longer needed. */
  end(): void;
}

/**
 * Finds out why a frame does not send a message. A browser does not report the reason to the page around the frame.
 */
export function watchFrame({ frame, origins, refusal, failed }: Watched): FrameWatch {
  const timers: ReturnType<typeof setTimeout>[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    stopPolicy();
    frame.removeEventListener('load', loaded);
    for (const timer of timers) clearTimeout(timer);
  };
  const fail = (error: PaymentsError): void => {
    if (isOver) return;
    end();
    if (frame.isConnected) failed(error);
  };
  const look = async (isLoaded: boolean): Promise<void> => {
    const why = await askService(origins.frames);
    if (why instanceof PaymentsError) fail(why);
    else if (isLoaded) fail(why === 'serves' ? refusal() : unexplained(origins.frames));
  };
  const loaded = (): void => {
    if (!isBlank(frame)) timers.push(setTimeout(() => void look(true), answerTimeout));
  };
  const stopPolicy = watchPolicy(['frame-src'], origins.frames, fail);
  frame.addEventListener('load', loaded);
  // Some browsers do not report the load of a frame that cannot be reached.
  timers.push(setTimeout(() => void look(false), answerTimeout));
  timers.push(setTimeout(() => fail(late(origins.frames)), loadTimeout));
  return { end };
}

/** Whether a frame still shows its initial empty document. */
function isBlank({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument?.URL === 'about:blank';
}

const unreachable = (frames: string): PaymentsError =>
  new PaymentsError('network', `The service at ${frames} cannot be reached.`);

const late = (frames: string): PaymentsError =>
  new PaymentsError('network', `The service at ${frames} did not respond in time.`);

const unexplained = (frames: string): PaymentsError =>
  new PaymentsError(
    'network',
    `The frames from ${frames} do not respond, and the content security policy of this page hides the reason: add ${frames} to connect-src.`,
  );

/** Whether the service serves the SDK's frames; `hidden` if the policy of this page does not permit the check. */
async function askService(frames: string): Promise<'serves' | 'hidden' | PaymentsError> {
  let isHidden = false;
  const stop = watchPolicy(['connect-src'], frames, () => {
    isHidden = true;
  });
  try {
    const answer = await head(frames, 'cors');
    const type = answer?.headers.get('content-type') ?? '';
    if (answer?.ok === true && type.includes('javascript')) return 'serves';
    // A server other than the emulator can respond without permitting this page to read the response.
    if (answer !== null || (await head(frames, 'no-cors')) !== null) return otherServer(frames);
    return isHidden ? 'hidden' : unreachable(frames);
  } finally {
    stop();
  }
}

const otherServer = (frames: string): PaymentsError =>
  new PaymentsError(
    'not_configured',
    `${frames} does not serve the frames of the SDK. A proxy at apiBase must forward /api, /sdk, /embed, /pay, /acs ` +
      'and /_assets to the emulator.',
  );

const head = (frames: string, mode: RequestMode): Promise<Response | null> =>
  fetch(`${frames}/sdk/v1/sdk.mjs`, { method: 'HEAD', mode, credentials: 'omit', cache: 'no-store' }).catch(() => null);

/** The pages around this page that no option names; null if the browser does not report them. */
export function strangersAround({ page, around }: Origins): readonly string[] | null {
  if (window.top === window) return [];
  const { ancestorOrigins } = location;
  if (ancestorOrigins === undefined) return null;
  return [...new Set(ancestorOrigins)].filter((origin) => origin !== page && !around.includes(origin));
}

/** Why the browser does not show a frame of the SDK in this page. */
export function framingError(origins: Origins): PaymentsError {
  const strangers = strangersAround(origins);
  if (strangers?.length === 0) {
    return new PaymentsError('network', `A frame from ${origins.frames} does not respond.`);
  }
  const names = strangers?.join(' and ') ?? 'another page';
  return new PaymentsError(
    'not_configured',
    `This page is embedded in ${names}: add that origin to the parentOrigins option of PaymentsSDK().`,
  );
}
