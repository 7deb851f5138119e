import { toIso } from '../../core/base/instants.ts';
import { wakeAfter } from '../../core/base/time.ts';
import type { Commit, Engine } from '../../core/kernel/engine.ts';
import { htmlOf, textOf } from './body.ts';
import { type Mail, mails } from './mail-draft.ts';
import { CapturedFolder, sealed } from './mailbox-folder.ts';
import { type Attachment, attachmentsOf, composeMessage, messageIdOf, sender } from './message.ts';
import { Catcher, type CatcherOptions } from './smtp-relay.ts';
import { missingIn, wordsOf } from './words.ts';

interface MailRoomOptions {
  /** The folder of the captured mailbox; null: messages are composed from their records when they are read. */
  folder: string | null;
  catcher: CatcherOptions | null;
  warn: (message: string) => void;
}

/** How long a stop waits for messages to be written and delivered, in real milliseconds. */
const stopTimeout = 1_500;

/** An attachment without its content, and the letters that the attachment could not print. */
type AttachedFile = Pick<Attachment, 'filename' | 'content_type' | 'missing'> & { readonly size: number };

const listed = ({ filename, content_type, size }: AttachedFile) => ({ filename, content_type, size });

/**
 * Composes a message from every mail record that is stored, captures it in the mailbox and delivers it to the mail
 * catcher. A failure never fails the call: the message can be composed again.
 */
export class MailRoom {
  readonly #engine: Engine;
  readonly #folder: CapturedFolder | null;
  readonly #catcher: Catcher | null;
  readonly #warn: (message: string) => void;
  readonly #files = new WeakMap<Mail, readonly AttachedFile[]>();
  /** The workspace of each message that is not written or not delivered yet. */
  readonly #underWay = new Set<{ readonly workspaceId: string | null }>();
  readonly #listeners = new Set<() => void>();
  /** The messages that are not written to the folder yet, by the id of the mail. */
  readonly #pending = new Map<string, Promise<string>>();
  #capturing: Promise<void> = Promise.resolve();
  #delivering: Promise<void> = Promise.resolve();
  /** Consecutive failures of the catcher. */
  #failures = 0;
  #stopped = false;

  /** @throws 400 `parameter_invalid` for a catcher at a forbidden address */
  constructor(engine: Engine, { folder, catcher, warn }: MailRoomOptions) {
    this.#engine = engine;
    this.#folder = folder === null ? null : new CapturedFolder(folder);
    this.#catcher = catcher === null ? null : new Catcher(catcher);
    this.#warn = warn;
    engine.onCommit((commit) => this.#sendNew(commit));
  }

  /** The message (RFC 5322) of a record. If the message's file is gone or damaged, the message is composed again. */
  async messageOf(mail: Mail): Promise<string> {
    if (this.#folder === null) return this.#compose(mail);
    const pending = this.#pending.get(mail.id);
    if (pending !== undefined) return pending;
    const { message, fault } = await this.#folder.read(mail);
    if (message !== null) return message;
    this.#warn(`The captured mail ${mail.id}.eml ${fault}; it is composed again.`);
    return this.#capture(mail, this.#folder);
  }

  async filesOf(mail: Mail) {
    return (await this.#filesOf(mail)).map(listed);
  }

  async #filesOf(mail: Mail): Promise<readonly AttachedFile[]> {
    const known = this.#files.get(mail);
    if (known !== undefined) return known;
    return this.#rememberFiles(mail, await attachmentsOf(mail, this.#engine));
  }

  /** An attachment with its content; undefined: the message has no attachment of that name. */
  async attachment(mail: Mail, filename: string): Promise<Attachment | undefined> {
    const attached = await attachmentsOf(mail, this.#engine);
    return attached.find((each) => each.filename === filename);
  }

  /** The parts of a message, for answers in JSON. */
  async parsed(mail: Mail) {
    const { id, from, to, subject, at } = mail;
    const origin = this.#engine.publicOrigin;
    const files = await this.#filesOf(mail);
    const missing = files.flatMap((file) => file.missing);
    return {
      id,
      message_id: messageIdOf(mail),
      from: { name: from, address: sender },
      to,
      subject,
      at,
      text: textOf(mail, origin, missing),
      html: htmlOf(mail, origin, missing),
      attachments: files.map(listed),
    };
  }

  /**
   * Waits a while for messages to be written and delivered. A message that was not written is composed when it is read.
   */
  async stop(): Promise<void> {
    let cancel = () => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = wakeAfter(stopTimeout, resolve);
    });
    await Promise.race([this.#capturing.then(() => this.#delivering), timeout]);
    cancel();
    this.#stopped = true;
  }

  /** How many messages of a workspace are not written or not delivered yet. */
  underWay(workspaceId: string): number {
    return [...this.#underWay].filter((each) => each.workspaceId === workspaceId).length;
  }

  /** Calls the listener whenever a message was written and delivered; the returned function ends the calls. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #sendNew({ unit, at, workspaceId }: Commit): void {
    for (const { record } of unit.written(mails)) {
      // A record that is older than its commit was restored or loaded from a fixture: its message was sent before.
      if (record.at === toIso(at)) this.#send(record, workspaceId);
    }
  }

  #send(mail: Mail, workspaceId: string | null): void {
    const folder = this.#folder;
    const catcher = this.#catcher;
    if (folder === null && catcher === null) return;
    const message = this.#capturing.then(() => {
      if (this.#stopped) throw new Error('the emulator stops');
      return folder === null ? this.#compose(mail) : this.#capture(mail, folder);
    });
    this.#pending.set(mail.id, message);
    this.#capturing = message.then(
      () => {},
      (error: Error) => this.#warn(`The mail ${mail.id} was not written: ${error.message}.`),
    );
    void this.#capturing.then(() => this.#pending.delete(mail.id));
    if (catcher !== null) this.#delivering = this.#delivering.then(() => this.#deliver(catcher, mail, message));
    const underWay = { workspaceId };
    this.#underWay.add(underWay);
    void (catcher === null ? this.#capturing : this.#delivering).then(() => {
      this.#underWay.delete(underWay);
      for (const listener of this.#listeners) listener();
    });
  }

  async #compose(mail: Mail): Promise<string> {
    const attached = await attachmentsOf(mail, this.#engine);
    for (const { filename, missing } of this.#rememberFiles(mail, attached)) {
      if (missing.length > 0) this.#warnOfMissing(mail, filename, missing);
    }
    return sealed(mail, await composeMessage(mail, attached, this.#engine.publicOrigin));
  }

  #warnOfMissing({ id }: Mail, filename: string, missing: readonly string[]): void {
    const said = missingIn(missing, wordsOf('en'));
    this.#warn(`${filename} of the mail ${id}: ${said} --pdf-font FILE names a font for more letters.`);
  }

  #rememberFiles(mail: Mail, attached: readonly Attachment[]): readonly AttachedFile[] {
    const files = attached.map(({ filename, content_type, content, missing }) => ({
      filename,
      content_type,
      size: content.length,
      missing,
    }));
    this.#files.set(mail, files);
    return files;
  }

  async #capture(mail: Mail, folder: CapturedFolder): Promise<string> {
    const message = await this.#compose(mail);
    try {
      await folder.write(mail, message);
    } catch (error) {
      this.#warn(`The mail ${mail.id} cannot be written to ${folder.path}: ${(error as Error).message}`);
    }
    return message;
  }

  /**
   * Warns at the first failure in a row, the tenth, the hundredth..., and tells when the catcher accepts mail again.
   */
  async #deliver(catcher: Catcher, mail: Mail, message: Promise<string>): Promise<void> {
    if (this.#stopped) return;
    try {
      await catcher.deliver(mail, await message);
      if (this.#failures > 0) this.#warn(`${catcher.name} takes mail again, after ${this.#failures} failures.`);
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      if (!/^10*$/.test(String(this.#failures))) return;
      const why = (error as Error).message.split('\n')[0];
      this.#warn(`${catcher.name} did not take the mail ${mail.id}: ${why} (${this.#failures} failed in a row).`);
    }
  }
}
