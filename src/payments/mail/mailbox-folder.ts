import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putInPlace } from '../../core/system/file-replacement.ts';
import type { Mail } from './mail-draft.ts';

const digestHeader = 'X-Emulator-Digest';

/** The captured mailbox: a folder with one file `mail_….eml` per message. */
export class CapturedFolder {
  readonly path: string;
  #made = false;

  constructor(path: string) {
    this.path = path;
  }

  fileOf({ id }: Mail): string {
    // Ids come from files that people can edit, so only a valid id is used as a file name.
    if (!/^mail_\w+$/.test(id)) throw new Error(`The id '${id}' cannot be used as a file name.`);
    return join(this.path, `${id}.eml`);
  }

  /** Writes a complete message or nothing. @throws the error of the file system */
  async write(mail: Mail, message: string): Promise<void> {
    const file = this.fileOf(mail);
    if (!this.#made) await mkdir(this.path, { recursive: true, mode: 0o700 });
    this.#made = true;
    // A temporary file from an earlier process is replaced; a symbolic link is not followed.
    await rm(`${file}.new`, { force: true });
    await writeFile(`${file}.new`, message, { mode: 0o600, flag: 'wx' });
    await putInPlace(`${file}.new`, file);
  }

  /** Returns the captured message of a record, or the reason why the message cannot be used. */
  async read(mail: Mail): Promise<{ message: string; fault: null } | { message: null; fault: string }> {
    let message: string;
    try {
      message = await readFile(this.fileOf(mail), 'utf8');
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return { message: null, fault: missing ? 'is missing' : `cannot be read (${(error as Error).message})` };
    }
    return isWhole(mail, message) ? { message, fault: null } : { message: null, fault: 'is damaged' };
  }
}

/** Adds a digest header to a message. The header shows whether the file is damaged or belongs to another record. */
export const sealed = (mail: Mail, message: string): string =>
  `${digestHeader}: ${digestOf(mail, message)}\r\n${message}`;

function isWhole(mail: Mail, sealedMessage: string): boolean {
  const end = sealedMessage.indexOf('\r\n');
  return end !== -1 && sealed(mail, sealedMessage.slice(end + 2)) === sealedMessage;
}

const digestOf = (mail: Mail, message: string): string =>
  createHash('sha256').update(JSON.stringify(mail)).update('\n').update(message).digest('hex');
