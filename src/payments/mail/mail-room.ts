import { toIso } from '../../core/base/instants.ts';
import { wakeAfter } from '../../core/base/time.ts';
import type { Commit, Engine } from '../../core/kernel/engine.ts';
import { Listeners } from '../../core/kernel/listeners.ts';
import { publicOriginOf } from '../platform/surroundings.ts';
import { htmlOf, textOf } from './body.ts';
import { type Mail, mails } from './mail-draft.ts';
import { CapturedFolder, sealed } from './mailbox-folder.ts';
import { type Attachment, attachmentsOf, composeMessage, messageIdOf, sender } from './message.ts';
import { Catcher, type CatcherOptions } from './smtp-relay.ts';
import { missingIn, wordsOf } from './words.ts';

interface MailRoomOptions {
  /** The folder of the captured mailbox; null if messages are composed from their records when they are read. */
  folder: string | null;
  catcher: CatcherOptions | null;
  warn: (message: string) => void;
}

/** How long to wait at a stop until messages are written and delivered, in real milliseconds. */
const stopTimeout = 1_500;

/** An attachment without its content, with the characters that could not be printed in it. */
type AttachedFile = Pick<Attachment, 'filename' | 'content_type' | 'missing'> & { readonly size: number };

const listed = ({ filename, content_type, size }: AttachedFile) => ({ filename, content_type, size });

/**
 * Composes a message from every new mail record, captures it in the mailbox and delivers it to the mail catcher. A
 * failure never causes the call to fail, because the message can be composed again.
 */
export class MailRoom {
  readonly #engine: Engine;
  readonly #folder: CapturedFolder | null;
  readonly #catcher: Catcher | null;
  readonly #warn: (message: string) => void;
  readonly #files = new WeakMap<Mail, readonly AttachedFile[]>();
  /** The workspaces of messages that have not been written or delivered yet. */
  readonly #underWay = new Set<{ readonly workspaceId: string | null }>();
  readonly #listeners: Listeners<[]>;
  /** The messages that have not been written to the folder yet, by mail id. */
  readonly #pending = new Map<string, Promise<string>>();
  #capturing: Promise<void> = Promise.resolve();
  #delivering: Promise<void> = Promise.resolve();
  /** The number of consecutive failures of the mail catcher. */
  #failures = 0;
  #stopped = false;

  /** @throws 400 `parameter_invalid` if the mail catcher is at a forbidden address */
  constructor(engine: Engine, { folder, catcher, warn }: MailRoomOptions) {
    this.#engine = engine;
    this.#folder = folder === null ? null : new CapturedFolder(folder);
    this.#catcher = catcher === null ? null : new Catcher(catcher);
    this.#warn = warn;
    this.#listeners = new Listeners('mail room', warn);
    engine.onCommit((commit) => this.#sendNew(commit));
  }

  /**
   * Returns the message (RFC 5322) of a record. If the message's file is missing or damaged, the message is composed
   * again.
   */
  async messageOf(mail: Mail): Promise<string> {
    if (this.#folder === null) return this.#compose(mail);
    const pending = this.#pending.get(mail.id);
    if (pending !== undefined) return pending;
    const { message, fault } = await this.#folder.read(mail);
    if (message !== null) return message;
    this.#warn(`The captured email file ${mail.id}.eml ${fault}. The emulator creates the email again.`);
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

  /** Returns an attachment with its content; undefined if the message has no attachment with that name. */
  async attachment(mail: Mail, filename: string): Promise<Attachment | undefined> {
    const attached = await attachmentsOf(mail, this.#engine);
    return attached.find((each) => each.filename === filename);
  }

  /** The parts of a message, for JSON responses. */
  async parsed(mail: Mail) {
    const { id, from, to, subject, at } = mail;
    const origin = publicOriginOf(this.#engine);
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
   * Waits for a short time until messages are written and delivered. A message that was not written is composed when it
   * is read.
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

  /** The number of messages of a workspace that are not written or not delivered yet. */
  underWay(workspaceId: string): number {
    return [...this.#underWay].filter((each) => each.workspaceId === workspaceId).length;
  }

  /**
   * Calls the listener whenever a message has been written and delivered. The returned function removes the listener.
   */
  onEnd(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #sendNew({ unit, at, workspaceId }: Commit): void {
    for (const { record } of unit.written(mails)) {
      // A record that is older than its commit was restored or loaded from a fixture, so its message was sent before.
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
      (error: Error) => this.#warn(`The email ${mail.id} was not saved: ${error.message}.`),
    );
    void this.#capturing.then(() => this.#pending.delete(mail.id));
    if (catcher !== null) this.#delivering = this.#delivering.then(() => this.#deliver(catcher, mail, message));
    const underWay = { workspaceId };
    this.#underWay.add(underWay);
    void (catcher === null ? this.#capturing : this.#delivering).then(() => {
      this.#underWay.delete(underWay);
      this.#listeners.call();
    });
  }

  async #compose(mail: Mail): Promise<string> {
    const attached = await attachmentsOf(mail, this.#engine);
    for (const { filename, missing } of this.#rememberFiles(mail, attached)) {
      if (missing.length > 0) this.#warnOfMissing(mail, filename, missing);
    }
    return sealed(mail, await composeMessage(mail, attached, publicOriginOf(this.#engine)));
  }

  #warnOfMissing({ id }: Mail, filename: string, missing: readonly string[]): void {
    const said = missingIn(missing, wordsOf('en'));
    this.#warn(
      `Email ${id}, attachment ${filename}: ${said} Use --pdf-font FILE to specify a font with more characters.`,
    );
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
      this.#warn(`The email ${mail.id} cannot be written to ${folder.path}: ${(error as Error).message}`);
    }
    return message;
  }

  /** Warns at the first, tenth, hundredth... consecutive failure, and when the mail catcher accepts mail again. */
  async #deliver(catcher: Catcher, mail: Mail, message: Promise<string>): Promise<void> {
    if (this.#stopped) return;
    try {
      await catcher.deliver(mail, await message);
      if (this.#failures > 0)
        this.#warn(`${catcher.name} accepts email again (previous consecutive failures: ${this.#failures}).`);
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      if (!/^10*$/.test(String(this.#failures))) return;
      const why = (error as Error).message.split('\n')[0];
      this.#warn(
        `${catcher.name} did not accept the email ${mail.id}: ${why} (consecutive failures: ${this.#failures}).`,
      );
    }
  }
}
