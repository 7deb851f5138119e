import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { command, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
let cwd: string;
let made = 0;
const at = (name: string) => join(cwd, name);
const text = (name: string) => readFileSync(at(name), 'utf8');
beforeAll(ensureBuilt);
beforeEach(() => {
  cwd = join(folder.path, String(made++));
  mkdirSync(cwd);
});
afterAll(() => folder.remove());

const init = (...args: string[]) => command(['init', ...args], { cwd });

describe('emulator init', () => {
  it('writes a configuration and a fixture that a start takes, after it has shown them', async () => {
    const { exitCode, stdout, stderr } = await init('--yes', '--forward-to', 'http://localhost:3000/webhooks');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      'wrote emulator.config.json\nwrote emulator.fixture.yaml\nwrote .gitignore\n' +
        `next: npm install --save-dev ${relative(realpathSync(cwd), projectFolder)}\n` +
        'start: npx payments-emulator start\n' +
        'in CI: npx payments-emulator exec --seed 1 --record payments.html --record-when failure -- npm test',
    );
    for (const line of [...text('emulator.config.json').split('\n'), ...text('emulator.fixture.yaml').split('\n')])
      expect(stderr).toContain(line);
    expect(JSON.parse(text('emulator.config.json'))).toMatchObject({ forwardTo: 'http://localhost:3000/webhooks' });
    expect((await command(['fixture', 'check', 'emulator.fixture.yaml'], { cwd })).exitCode).toBe(0);
    expect(parse(text('emulator.fixture.yaml')).workspaces).toHaveLength(1);
    const customers = `fetch(process.env.EMULATOR_API_BASE + '/customers', { headers: { authorization: 'Bearer sk_test_demo' } })
      .then((answer) => answer.text()).then((text) => console.log(text))`;
    const ran = await command(['exec', '--quiet', '--', 'node', '-e', customers], { cwd });
    expect(JSON.parse(ran.stdout).data).toMatchObject([{ email: 'ada@example.com' }]);
  });

  it.each([
    ['two spaces', '{\n  "name": "shop",\n  "scripts": {\n    "test": "node --test"\n  }\n}\n'],
    ['a tab', '{\n\t"scripts": {\n\t\t"test": "node --test"\n\t},\n\t"name": "shop"\n}\n'],
    ['no scripts', '{\n    "name": "shop"\n}'],
  ])('adds a script to package.json, and leaves the rest as it is: %s', async (_what, before) => {
    writeFileSync(at('package.json'), before);
    const { stdout } = await init('--yes');
    expect(stdout).toContain('start: npm run emulator');
    const { scripts, ...rest } = JSON.parse(text('package.json'));
    const { scripts: earlier = {}, ...others } = JSON.parse(before);
    expect({ scripts, rest }).toEqual({ scripts: { ...earlier, emulator: 'emulator start' }, rest: others });
    const lines = text('package.json').split('\n');
    const kept = before.split('\n').filter((line) => line.includes('"name"') || line.includes('"test"'));
    for (const line of kept) expect(lines.map((each) => each.replace(/,$/, ''))).toContain(line.replace(/,$/, ''));
  });

  it('writes a workflow where the project has some, and uses npm', async () => {
    mkdirSync(at('.github'));
    writeFileSync(at('package-lock.json'), '{}');
    const { stdout } = await init('--yes');
    expect(stdout).toContain('wrote .github/workflows/payments.yml');
    expect(stdout).not.toContain('in CI');
    expect(parse(text('.github/workflows/payments.yml')).jobs.test.steps).toHaveLength(5);
  });

  it('overwrites nothing, however often it is called', async () => {
    const manifest = '{"scripts":{"emulator":"mine"},"devDependencies":{"payments-emulator":"1"}}';
    writeFileSync(at('package.json'), manifest);
    writeFileSync(at('emulator.config.json'), '{}');
    const first = await init('--yes', '--json');
    const written = { written: ['emulator.fixture.yaml', '.gitignore'], kept: ['emulator.config.json'] };
    expect(JSON.parse(first.stdout)).toEqual(written);
    expect(first.stderr).toContain('emulator.config.json already exists and was not changed.');
    expect([text('package.json'), text('emulator.config.json')]).toEqual([manifest, '{}']);
    writeFileSync(at('emulator.fixture.yaml'), 'mine');
    expect(JSON.parse((await init('--yes', '--json')).stdout).written).toEqual([]);
    expect(text('emulator.fixture.yaml')).toBe('mine');
  });

  it('writes through a link of package.json', async () => {
    writeFileSync(at('real.json'), '{}');
    symlinkSync('real.json', at('package.json'));
    await init('--yes');
    expect(lstatSync(at('package.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(text('real.json'))).toEqual({ scripts: { emulator: 'emulator start' } });
  });

  it('writes nothing without a terminal, and names the option that does', async () => {
    const { exitCode, stderr } = await init();
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'No files were written. Confirmation requires a terminal; to continue without one, add --yes.',
    );
    expect(readdirSync(cwd)).toEqual([]);
    const { stdout } = await init('--help');
    expect(stdout).toMatch(
      /change package\.json\s+and\s+\.gitignore[\s\S]*--yes +Skip the confirmation; required if there is no terminal\n/,
    );
  });

  it.each([
    ['', '.emulator/\n'],
    ['dist\n', 'dist\n.emulator/\n'],
    ['dist', 'dist\n.emulator/\n'],
    ['dist\r\nbuild\r\n', 'dist\r\nbuild\r\n.emulator/\r\n'],
    ['dist\r\nbuild', 'dist\r\nbuild\r\n.emulator/\r\n'],
    ['dist/.emulator/\n#.emulator\n', 'dist/.emulator/\n#.emulator\n.emulator/\n'],
  ])('adds the state to a .gitignore of %j once, and leaves the rest as it is', async (before, after) => {
    writeFileSync(at('.gitignore'), before);
    expect((await init('--yes')).stdout).toContain('wrote .gitignore');
    expect(text('.gitignore')).toBe(after);
    expect((await init('--yes')).stdout).not.toContain('wrote');
    expect(text('.gitignore')).toBe(after);
  });

  it.each(['.emulator\n', 'dist\r\n/.emulator/\r\n', '**/.emulator/'])('leaves a .gitignore of %j', async (before) => {
    writeFileSync(at('.gitignore'), before);
    expect((await init('--yes')).stdout).not.toContain('.gitignore');
    expect(text('.gitignore')).toBe(before);
  });

  it('refuses a .gitignore that is not UTF-8, and writes nothing', async () => {
    const before = Buffer.from('dist\n', 'utf16le');
    writeFileSync(at('.gitignore'), before);
    const { exitCode, stderr } = await init('--yes');
    expect([exitCode, stderr]).toEqual([2, 'emulator: .gitignore is not UTF-8 text; save it as UTF-8.']);
    expect(readdirSync(cwd)).toEqual(['.gitignore']);
    expect(readFileSync(at('.gitignore'))).toEqual(before);
  });

  it.each([
    ['a package.json that is none', '{"scripts":', [], 'package.json cannot be read: '],
    ['a package.json of another form', '[]', [], 'package.json must contain a JSON object.'],
    ['scripts of another form', '{"scripts": 1}', [], 'scripts in package.json must be a JSON object.'],
    ['an address that is none', '{}', ['--forward-to', 'shop'], '--forward-to must'],
  ])('refuses %s in a line, and writes nothing', async (_what, manifest, args, line) => {
    writeFileSync(at('package.json'), manifest);
    const { exitCode, stderr } = await init('--yes', ...args);
    expect([exitCode, stderr.trim().split('\n')]).toEqual([2, [expect.stringContaining(line)]]);
    expect(existsSync(at('emulator.config.json'))).toBe(false);
  });
});
