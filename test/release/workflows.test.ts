import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { execa } from 'execa';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emulator, type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { readBlocks } from '../support/docs.ts';
import { freePort } from '../support/free-port.ts';
import { environmentIn, installInto } from '../support/project.ts';

/*
 * What CI would do with action.yml and with the pipelines of the manual whose emulator is a service: their steps run as they
 * stand, by the shell that CI takes. A service is the emulator by the command of the image, on a free port of loopback. What
 * CI fetches first (the checkout, Node, what `npm ci` installs) is there already.
 */

type Variables = Record<string, string>;
interface Step {
  if?: string;
  run?: string;
  uses?: string;
  env?: Variables;
  with?: Variables;
}
interface Action {
  inputs: Record<string, { default: string }>;
  runs: { using: string; steps: (Step & { shell: string; 'working-directory': string })[] };
}
interface GitHubJob {
  services?: Record<string, { env: Variables; ports: string[]; options: string }>;
  env?: Variables;
  steps: Step[];
}
interface GitLabJob {
  services: { alias: string; variables: Variables }[];
  variables: Variables;
  script: string[];
}

const action = parse(readFileSync(join(projectFolder, 'action.yml'), 'utf8')) as Action;
const dockerfile = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8');
const pipelines = readBlocks(join(projectFolder, 'docs/ci.md'))
  .filter(({ language, mark }) => language === 'yaml' && mark?.do === 'nothing')
  .map(({ text }) => text);
const gitHubJob = (name: string): GitHubJob => {
  const found = pipelines.map((text) => parse(text)).find((each) => each.name === name);
  return (found as { jobs: { test: GitHubJob } }).jobs.test;
};
const gitLabJob = (): GitLabJob =>
  (pipelines.map((text) => parse(text)).find((each) => each.name === undefined) as { test: GitLabJob }).test;

/** The last `CMD` of the Dockerfile, but that it listens on loopback. */
const imageCommand = (JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[]).map((word) =>
  word === '0.0.0.0' ? '127.0.0.1' : word,
);

/** Its tests pass where they reach an emulator by what they were told. */
const tests = `
const { EMULATOR_API_BASE: base, EMULATOR_SECRET_KEY: key, EMULATOR_WEBHOOK_SECRET: secret } = process.env;
const answer = await fetch(base + '/balance', { headers: { authorization: 'Bearer ' + key } });
if (!answer.ok || !secret) process.exit(1);
console.log('tests reached ' + base);
`;

let folder: ReturnType<typeof temporaryFolder>;
let groups: number[];
let service: RunningProcess | null;
beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
  groups = [];
  service = null;
});
afterEach(async () => {
  await service?.stop();
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
  folder.remove();
});

/** A job's machine: what its steps have put into the environment, and what they print. */
class Job {
  readonly #files: Variables = {};
  readonly #env: Variables;
  /** What was uploaded: the step's inputs. */
  readonly uploads: Variables[] = [];
  constructor(env: Variables) {
    for (const name of ['GITHUB_ENV', 'GITHUB_STEP_SUMMARY']) {
      this.#files[name] = join(folder.path, name);
      writeFileSync(this.#files[name]!, '');
    }
    this.#env = { ...env, ...this.#files, GITHUB_ACTION_PATH: projectFolder, RUNNER_TEMP: folder.path };
  }

  /** Runs a step in the project. @returns what it printed @throws Error with that where the step fails */
  async run(script: string, env: Variables = {}): Promise<string> {
    const told = parseEnv(readFileSync(this.#files.GITHUB_ENV!, 'utf8')) as Variables;
    const step = execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: join(folder.path, 'project'),
      env: { ...environmentIn(join(folder.path, 'project')), ...this.#env, ...told, ...env },
      extendEnv: false,
      reject: false,
      all: true,
      stdin: 'ignore',
      detached: true,
    });
    groups.push(step.pid!);
    const { exitCode, all } = await step;
    if (exitCode !== 0) throw new Error(`This ended with ${exitCode}:\n${script}\n${all}`);
    return String(all);
  }

  get summary(): string {
    return readFileSync(this.#files.GITHUB_STEP_SUMMARY!, 'utf8');
  }

  /** Runs the steps of a job, those of the action in its place. @throws what the first failed step threw */
  async steps(steps: readonly Step[]): Promise<string> {
    let printed = '';
    let failure: unknown = null;
    for (const { if: when, run, uses = '', with: inputs = {}, env } of steps) {
      if ((when === 'failure()') !== (failure !== null)) continue;
      try {
        if (run !== undefined && run !== 'npm ci') printed += await this.run(run, env);
        if (uses.includes('payments-emulator')) await this.action(inputs);
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== null) throw failure;
    return printed;
  }

  async action(inputs: Variables): Promise<void> {
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const given = (name: string): string => inputs[name] ?? action.inputs[name]!.default;
    const filled = (text: string) =>
      text
        .replaceAll(/\$\{\{ github\.workspace \}\}/g, join(folder.path, 'project'))
        .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, name) => given(name));
    for (const step of action.runs.steps) {
      const [, input = '', relation] = /^inputs\.([\w-]+) (==|!=) ''$/.exec(step.if!)!;
      if ((given(input) === '') !== (relation === '==')) continue;
      if (step.uses !== undefined) {
        expect(step.uses).toBe('actions/upload-artifact@v7');
        this.uploads.push(withValues(step.with!, (value) => filled(String(value))));
        continue;
      }
      expect(step).toMatchObject({ shell: 'bash', 'working-directory': `\${{ inputs.working-directory }}` });
      await this.run(step.run!, withValues(step.env ?? {}, filled));
    }
  }
}

/** They ask for what is refused, and fail. */
const failingTests = `
const { EMULATOR_URL: url, EMULATOR_API_BASE: base, EMULATOR_SECRET_KEY: key } = process.env;
const post = (address, body) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
};
await post(url + '/_emulator/markers', { text: 'refunds twice' });
await post(base + '/transactions/txn_none/refund', {});
await post(url + '/_emulator/markers', { text: 'refunds twice', failed: true });
process.exit(1);
`;

function project({ isInstalled, program = tests }: { isInstalled: boolean; program?: string }): void {
  const path = join(folder.path, 'project');
  mkdirSync(path);
  const manifest = { private: true, type: 'module', scripts: { 'test:unit': 'node tests.js' } };
  if (isInstalled) installInto(path, manifest);
  else writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(path, 'tests.js'), program);
}

/** Starts the service on a free port. @returns what makes a text of the pipeline one that names this port */
async function startService(env: Variables, name: string): Promise<(text: string) => string> {
  const port = String(await freePort());
  const here = (text: string) => text.replaceAll(`http://${name}:4747`, `http://127.0.0.1:${port}`);
  service = await startProcess([...imageCommand.slice(1), '--ephemeral', '--port', port], {
    env: withValues(env, here),
  });
  return here;
}

const withValues = (variables: Variables, change: (value: string) => string): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, change(value)]));

describe('action.yml', () => {
  it('starts the emulator of the project for the steps of the workflow that follow', async () => {
    project({ isInstalled: true });
    const { steps } = gitHubJob('test beside the action');
    const job = new Job({ EMULATOR_PORT: '0' });
    const printed = await job.steps(steps);
    expect(printed).toMatch(/tests reached http:\/\/127\.0\.0\.1:\d+\/api\/v1/);
    expect(printed).toContain('Audit of the record of');
    expect(await job.run('echo $EMULATOR_PROGRAM; npx emulator stop')).toContain(
      join(folder.path, 'project/node_modules/.bin/emulator'),
    );
  });

  it('takes its own where the project has none, built as in the image', async () => {
    project({ isInstalled: false });
    const job = new Job({});
    await job.action({ options: '--ephemeral --port 0' });
    expect(await job.run('npm run test:unit; echo $EMULATOR_PROGRAM')).toContain(
      join(projectFolder, 'bin/emulator.js'),
    );
    const build = /\{ (npm ci .*) && (node .*?); \}/.exec(action.runs.steps[0]!.run!)!;
    for (const command of build.slice(1)) expect(dockerfile).toContain(`RUN ${command}`);
    await job.run('"$EMULATOR_PROGRAM" stop');
  });

  it('saves the record of a step that failed, and says in the summary of the job what went wrong first', async () => {
    project({ isInstalled: true, program: failingTests });
    const job = new Job({ EMULATOR_PORT: '0' });
    await expect(job.steps(gitHubJob('test beside the action').steps)).rejects.toThrow(/npm run test:unit/);
    const file = join(folder.path, 'project/payments.html');
    expect(job.uploads).toEqual([{ path: file, archive: 'false', 'if-no-files-found': 'error' }]);
    expect((await emulator(['record', 'show', file])).stdout).toMatch(/test {6}refunds twice\n/);
    expect(job.summary).toContain('First failure: **refunds twice**. To resume just before the failure:');
    expect(job.summary).toContain("emulator start --ephemeral --from payments.html --at 'refunds twice'");
    await job.run('npx emulator stop');
  });

  it('saves no record of an emulator that it did not start', async () => {
    project({ isInstalled: true });
    const refused = new Job({}).action({ record: 'payments.html' });
    await expect(refused).rejects.toThrow(/An earlier step must start the emulator by this action/);
  });

  it('says why the emulator did not start', async () => {
    project({ isInstalled: true });
    const failed = new Job({}).action({ options: '--ephemeral --port 0 --fixture none.yaml' });
    await expect(failed).rejects.toThrow(/none\.yaml/);
  });
});

describe('the workflows', () => {
  interface Workflow {
    permissions: Variables;
    concurrency: { group: string };
    jobs: Record<string, { uses?: string; 'timeout-minutes'?: number; 'runs-on'?: string; steps?: Step[] }>;
  }
  const read = (name: string) =>
    parse(readFileSync(join(projectFolder, '.github/workflows', name), 'utf8')) as Workflow;
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { scripts: Variables };

  it.each(['ci.yml', 'release.yml'])('%s may only read, ends in time, and runs what exists', (name) => {
    const { permissions, concurrency, jobs } = read(name);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency.group).not.toBe('');
    for (const [job, { uses, steps = [], ...rest }] of Object.entries(jobs)) {
      if (uses !== undefined) expect(existsSync(join(projectFolder, uses))).toBe(true);
      else expect({ job, minutes: rest['timeout-minutes'] }).toEqual({ job, minutes: expect.any(Number) });
      for (const step of steps) {
        if (step.uses !== undefined) expect(step.uses).toMatch(/^(actions|docker)\/[\w-]+@v\d+$/);
        for (const [, script] of step.run?.matchAll(/\bnpm (?:run )?(test[\w:]*)/g) ?? [])
          expect(scripts).toHaveProperty([script!]);
        for (const [, file] of step.run?.matchAll(/\bnode (scripts\/[\w-]+\.js)/g) ?? [])
          expect(existsSync(join(projectFolder, file!))).toBe(true);
      }
    }
  });

  it('publish nothing that ci.yml has not tested', () => {
    const { test, publish, ...others } = read('release.yml').jobs as Record<string, { uses?: string; needs?: string }>;
    expect(test?.uses).toBe('./.github/workflows/ci.yml');
    expect(publish?.needs).toBe('test');
    for (const other of Object.values(others)) expect(other.needs).toBe('publish');
  });

  it('tell of a release what its section of the changelog says, with links that lead somewhere', async () => {
    const { stdout } = await execa(
      'node',
      [join(projectFolder, 'scripts/release-notes.js'), 'https://example.com/v1.2.3'],
      {
        cwd: changed(
          '# Changelog\n\n## 1.2.3\n\n- [New](docs/new.md), [far](https://example.org), [here](#x).\n\n## 1.2.2\n\n- Old.\n',
        ),
      },
    );
    expect(stdout).toBe('- [New](https://example.com/v1.2.3/docs/new.md), [far](https://example.org), [here](#x).');
    const refused = execa('node', [join(projectFolder, 'scripts/release-notes.js')], { cwd: changed('## 1.2.4\n') });
    await expect(refused).rejects.toThrow(/CHANGELOG\.md has no section '## 1\.2\.3'\./);
  });

  /** A folder of the version 1.2.3 with this changelog. */
  function changed(text: string): string {
    const path = join(folder.path, 'notes');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ version: '1.2.3' }));
    writeFileSync(join(path, 'CHANGELOG.md'), text);
    return path;
  }
});

describe('release.yml', () => {
  const release = parse(readFileSync(join(projectFolder, '.github/workflows/release.yml'), 'utf8')) as {
    on: { push: { tags: string[] } };
    jobs: { publish: { permissions: Variables; steps: Step[] } };
  };
  const { permissions, steps } = release.jobs.publish;
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string };
  /** npm checks what it would publish, and asks no registry. */
  const rehearsal = {
    npm_config_dry_run: 'true',
    npm_config_ignore_scripts: 'true',
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
  };
  const released = (changes: string, tag: string, readme = '# payments-emulator\n'): Promise<string> => {
    const path = join(folder.path, 'project');
    for (const name of ['package.json', 'bin', 'scripts/releasable.js']) {
      cpSync(join(projectFolder, name), join(path, name), { recursive: true });
    }
    writeFileSync(join(path, 'CHANGELOG.md'), changes);
    writeFileSync(join(path, 'README.md'), readme);
    const job = new Job({
      ...rehearsal,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/payments-emulator',
      GITHUB_REF_NAME: tag,
    });
    return job.steps(steps);
  };

  it('publishes a tagged version, with where its sources are', async () => {
    expect(release.on.push.tags).toEqual(['v*']);
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    const printed = await released(`# Changelog\n\n## ${version}\n`, `v${version}`);
    expect(printed).toContain(`+ payments-emulator@${version}`);
    const { repository, bugs, homepage } = JSON.parse(
      readFileSync(join(folder.path, 'project/package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect({ repository, bugs, homepage }).toEqual({
      repository: { type: 'git', url: 'git+https://github.com/acme/payments-emulator.git' },
      bugs: { url: 'https://github.com/acme/payments-emulator/issues' },
      homepage: 'https://github.com/acme/payments-emulator#readme',
    });
  });

  it('refuses another tag, and a version whose changes are not closed', async () => {
    const refused = released(`## ${version} (unreleased)\n`, 'v9.9.9');
    await expect(refused).rejects.toThrow(/The tag is v9\.9\.9[\s\S]*CHANGELOG\.md begins with/);
  });

  it('refuses a README that says that there is nothing to install yet', async () => {
    const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
    expect(readme).toMatch(/not\s+published\s+yet|npm install --save-dev payments-emulator/);
    const refused = released(`## ${version}\n`, `v${version}`, 'It is not\npublished yet: name a clone.\n');
    await expect(refused).rejects.toThrow(/README\.md says 'not published yet'/);
  });

  it('is the one way by which the README keeps its links: nobody publishes without a repository', async () => {
    const { exitCode, stderr } = await execa('npm', ['run', '--silent', 'prepublishOnly'], {
      cwd: projectFolder,
      stdin: 'ignore',
      reject: false,
    });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('names no repository') });
  });
});

describe('the emulator as a service of', () => {
  it('a GitHub job is asked by its steps', async () => {
    project({ isInstalled: true });
    const { services, env = {}, steps } = gitHubJob('test beside a service');
    const { env: serviceEnv, ports } = services!.emulator!;
    expect(ports).toEqual(['4747:4747']);
    const here = await startService(serviceEnv, 'localhost');
    const printed = await new Job(withValues(env, here)).steps(steps);
    expect(printed).toContain(`tests reached ${service!.url}/api/v1`);
    expect(printed).toContain('Audit of the record of');
  });

  it('a GitLab job is asked by its script', async () => {
    project({ isInstalled: true });
    const { services, variables, script } = gitLabJob();
    const [{ alias, variables: own }] = services as [GitLabJob['services'][0]];
    expect(imageCommand.join(' ')).toContain(`--allowed-host ${alias}`);
    const here = await startService({ ...variables, ...own }, alias);
    const job = new Job(withValues(variables, here));
    const printed = await job.run(script.filter((line) => line !== 'npm ci').join('\n'));
    expect(printed).toContain(`tests reached ${service!.url}/api/v1`);
  });
});

describe('the example with Testcontainers', () => {
  const example = () => join(folder.path, 'example');
  beforeEach(() => {
    // What the example asks of Testcontainers, with a process in place of the container.
    const library = join(folder.path, 'node_modules/testcontainers');
    mkdirSync(library, { recursive: true });
    writeFileSync(
      join(library, 'package.json'),
      JSON.stringify({ name: 'testcontainers', type: 'module', exports: './index.js' }),
    );
    cpSync(join(import.meta.dirname, '../support/testcontainers.js'), join(library, 'index.js'));
    const installed = join(folder.path, 'node_modules/payments-emulator');
    for (const part of ['package.json', 'dist'])
      cpSync(join(projectFolder, part), join(installed, part), { recursive: true });
    cpSync(join(projectFolder, 'examples/testcontainers'), example(), { recursive: true });
  });

  const image = {
    IMAGE_PROGRAM: join(projectFolder, 'bin/emulator.js'),
    IMAGE_COMMAND: JSON.stringify([...imageCommand, '--ephemeral', '--port', '0']),
  };
  const runTests = (variables: Variables = image) =>
    execa('npm', ['test'], {
      cwd: example(),
      env: { ...environmentIn(folder.path), ...variables },
      extendEnv: false,
      reject: false,
      all: true,
      stdin: 'ignore',
    });

  it('waits for a healthy one and is sent its webhooks', async () => {
    const { exitCode, all } = await runTests();
    expect({ exitCode, all }).toMatchObject({ exitCode: 0, all: expect.stringMatching(/pass 2/) });
    expect(existsSync(join(example(), 'run.html'))).toBe(false);
  });

  it('says how to get the image where there is none', async () => {
    const { exitCode, all } = await runTests({});
    expect({ exitCode, all }).toMatchObject({
      exitCode: 1,
      all: expect.stringMatching(
        /No such image: payments-emulator\. Build it in a clone of the repository \(docker build -t payments-emulator \.\)/,
      ),
    });
  });

  it('takes the image that was published with the package', async () => {
    const file = join(folder.path, 'node_modules/payments-emulator/package.json');
    const repository = { type: 'git', url: 'git+https://github.com/Some-Team/payments-emulator.git' };
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    writeFileSync(file, JSON.stringify({ ...manifest, repository }));
    const { all } = await runTests({});
    expect(all).toContain(`No such image: ghcr.io/some-team/payments-emulator:${manifest.version}`);
    expect(all).not.toContain('Build it in a clone');
  });

  it('leaves the record of a test that fails', async () => {
    const file = join(example(), 'balance.test.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace('answer.status, 200', 'answer.status, 201'));
    const { exitCode, all } = await runTests();
    expect({ exitCode, all }).toMatchObject({ exitCode: 1, all: expect.stringMatching(/pass 1/) });
    const { stdout } = await emulator(['record', 'show', join(example(), 'run.html')]);
    expect(stdout).toMatch(/test {6}the merchant API answers at the mapped port\n/);
  });
});
