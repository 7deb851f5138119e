import { join } from 'node:path';
import type { FairTurns } from '../../core/base/turns.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { MailRoom } from '../../payments/mail/mail-room.ts';
import type { CatcherOptions } from '../../payments/mail/smtp-relay.ts';
import { pdfFont } from '../../payments/platform/surroundings.ts';
import { checkTarget, guardedLookup, type WebhookTargets } from '../../payments/webhooks/receiver-address.ts';
import { Webhooks } from '../../payments/webhooks/webhooks.ts';
import type { SentParts } from '../../sandbox/control/sandbox.ts';
import { optionThatOpens } from '../control-token.ts';
import { inTheNameOf } from '../option-names.ts';
import { webhookTargetsOf } from '../webhook-targets.ts';
import type { Start } from './start.ts';
import type { ReadFiles } from './start-files.ts';

/**
 * Everything that the emulator sends: webhooks and mail.
 * @throws ServiceError if the font for PDFs or the address of the mail catcher is refused
 */
export async function createWebhooks(
  start: Start,
  { engine, turns }: { readonly engine: Engine; readonly turns: FairTurns },
  files: ReadFiles,
): Promise<SentParts> {
  const { options, warn } = start;
  const { profile, tls } = files;
  const sending = { signatureTime: signatureTimeOf(start), allowRemoteWebhooks: webhookTargetsOf(options) };
  const { version, deliveriesAtOnce } = options;
  const { authority } = tls;
  const shown = profile ?? undefined;
  const shared = optionThatOpens(options) === null ? {} : { turns };
  const webhooks = new Webhooks(engine, { ...sending, ...shared, version, deliveriesAtOnce, authority, warn, shown });
  return { webhooks, mail: await createMail(start, engine) };
}

/** The clock of signatures: the machine's, unless an option or the resumed run says otherwise. */
export const signatureTimeOf = ({ options, begun }: Start) =>
  options.signatureTime ?? begun?.options.signatureTime ?? 'real';

async function createMail(start: Start, engine: Engine): Promise<MailRoom> {
  const { pdfFont: file, dataDir, smtp } = start.options;
  const { named, warn } = start;
  if (file !== undefined) {
    const { readPdfFont } = await import('../../payments/mail/fonts.ts');
    await readPdfFont(file, named('pdfFont'));
    engine.provide(pdfFont, file);
  }
  const folder = dataDir === null ? null : join(dataDir, 'mail');
  const catcher = smtp === undefined ? null : catcherAt(smtp, { ...webhookTargetsOf(start.options), loopback: true });
  return inTheNameOf(named('smtp'), () => new MailRoom(engine, { folder, catcher, warn }));
}

/** The address of a mail catcher, which the operator named, follows the rules of webhook endpoints or is local. */
const catcherAt = (url: string, targets: WebhookTargets): CatcherOptions => ({
  url,
  lookup: guardedLookup(targets),
  refusalOf: (host) => checkTarget(`http://${host}`, targets).refusal,
});
