import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { execa } from 'execa';
import { expect } from 'vitest';
import { type Block, missingLine, stepsOf } from './docs.ts';
import { freePort } from './free-port.ts';
import { environmentIn, installInto } from './project.ts';

/** A project of somebody's own. Its tests pass where they are told of an emulator. */
const project = {
  name: 'docs',
  private: true,
  type: 'module',
  scripts: { test: 'node -e "process.exit(process.env.EMULATOR_URL && process.env.EMULATOR_SECRET_KEY ? 0 : 1)"' },
};

/** `npx` of what is installed, by a shell: npm's own takes longer to start than most commands take. */
const quickNpx = '#!/bin/sh\nname=$1; shift\nexec "$(dirname "$0")/$name" "$@"\n';

/** The project in which a document's blocks run. */
export class DocumentProject {
  readonly #withNpm: boolean;
  #folder = '';
  #port = 0;
  /** Free ports for those at which the blocks let applications listen. */
  readonly #applications = new Map<string, number>();
  #printed = '';
  #count = 0;
  readonly #children: ChildProcess[] = [];

  /** @param withNpm whether npm itself starts what `npx` names */
  constructor(withNpm = false) {
    this.#withNpm = withNpm;
  }

  async open(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'emulator-docs-'));
    this.#port = await freePort();
    for (const port of ['3000', '3001', '3002', '3003', '3004']) this.#applications.set(port, await freePort());
    installInto(this.#folder, project);
    writeFileSync(join(this.#folder, 'package.json'), `${JSON.stringify(project)}\n`);
    // The five seconds that vitest gives a test are too few on a busy machine.
    if (!this.#withNpm) writeFileSync(join(this.#folder, 'node_modules/.bin/npx'), quickNpx, { mode: 0o755 });
    writeFileSync(join(this.#folder, 'vitest.config.cjs'), 'module.exports = { test: { testTimeout: 60000 } };\n');
  }

  async close(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async follow({ mark, language, text }: Block): Promise<void> {
    const here = text
      .replaceAll(/\b(127\.0\.0\.1|localhost):4747\b/g, `$1:${this.#port}`)
      .replaceAll(/\b300[0-4]\b/g, (port) => String(this.#applications.get(port)));
    if (mark?.do === 'file') {
      const file = join(this.#folder, mark.name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${here}\n`);
    } else if (mark?.do === 'output') {
      expect(missingLine(here, this.#printed), `It is not in what was printed:\n${this.#printed}`).toBeNull();
    } else if (mark?.do === 'steps') {
      const steps = stepsOf(here).filter((step) => !mark.except.some((start) => step.startsWith(start)));
      expect(steps).not.toEqual([]);
      for (const step of steps) await this.#run('bash', ['-eo', 'pipefail', '-c', step], 0);
    } else if (mark?.do === 'run') {
      const left = here.split('\n').filter((line) => !mark.except.some((start) => line.startsWith(start)));
      const command = await this.#commandOf(language, left.join('\n'));
      if (mark.until === null) await this.#run(...command, mark.status);
      else await this.#runOn(...command, mark.until);
    }
  }

  async #commandOf(language: string, text: string): Promise<[string, string[]]> {
    if (['sh', 'bash', 'console'].includes(language)) return ['bash', ['-eo', 'pipefail', '-c', text]];
    if (!['js', 'mjs', 'ts'].includes(language)) throw new Error(`Blocks of '${language}' cannot be run.`);
    const { code } = await transform(text, { loader: language === 'ts' ? 'ts' : 'js', target: 'node20' });
    const file = join(this.#folder, `block-${++this.#count}.mjs`);
    writeFileSync(file, code);
    return [process.execPath, [file]];
  }

  #environment(): Record<string, string | undefined> {
    return { ...environmentIn(this.#folder), EMULATOR_PORT: String(this.#port), NO_COLOR: '1' };
  }

  async #run(program: string, args: string[], status: number): Promise<void> {
    const { all, exitCode } = await execa(program, args, {
      cwd: this.#folder,
      env: this.#environment(),
      extendEnv: false,
      reject: false,
      all: true,
      stdin: 'ignore',
    });
    this.#printed = String(all ?? '');
    expect({ exitCode, printed: this.#printed }).toMatchObject({ exitCode: status });
  }

  /** In a process group of its own, so that what a shell has started ends with it. */
  #runOn(program: string, args: string[], until: string): Promise<void> {
    const child = spawn(program, args, {
      cwd: this.#folder,
      env: this.#environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    this.#printed = '';
    return new Promise((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.#printed += chunk.toString();
        if (this.#printed.includes(until)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('close', (code) => reject(new Error(`It ended with ${code}: ${this.#printed}`)));
    });
  }
}
