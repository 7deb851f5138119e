import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Read-only files for the editor. The process deletes the files when it ends, for any reason. It does not delete them
 * earlier, because an editor in its own window can read its file after the editor's command has ended.
 */
export class EditorFiles {
  #folder: string | null = null;
  readonly #onExit = (): void => this.remove();

  /** Writes a file. @returns the path of the file */
  write(name: string, text: string): string {
    if (this.#folder === null) {
      this.#folder = mkdtempSync(join(tmpdir(), 'emulator-'));
      process.on('exit', this.#onExit);
    }
    const path = join(mkdtempSync(join(this.#folder, 'row-')), name);
    writeFileSync(path, text, { mode: 0o400 });
    return path;
  }

  remove(): void {
    if (this.#folder === null) return;
    process.off('exit', this.#onExit);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}
