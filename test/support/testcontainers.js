/**
 * As much of Testcontainers as the package calls, with a process where a container would be: the program and the command of
 * the image come from IMAGE_PROGRAM and IMAGE_COMMAND.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const program = process.env.IMAGE_PROGRAM;

export const TestContainers = { exposeHostPorts: async () => {} };
export const Wait = { forHealthCheck: () => 'health' };

export class GenericContainer {
  #environment = {};
  #image;
  #port = 0;
  #strategy = null;

  constructor(image) {
    this.#image = image;
  }

  withExposedPorts(port) {
    this.#port = port;
    return this;
  }

  withEnvironment(environment) {
    for (const [name, value] of Object.entries(environment)) {
      this.#environment[name] = value.replace('host.testcontainers.internal', '127.0.0.1');
    }
    return this;
  }

  withWaitStrategy(strategy) {
    this.#strategy = strategy;
    return this;
  }

  async start() {
    if (process.env.IMAGE_COMMAND === undefined) throw new Error(`No such image: ${this.#image}`);
    const child = spawn(process.execPath, [program, ...JSON.parse(process.env.IMAGE_COMMAND)], {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [ready] = await once(child.stdout, 'data');
    child.stdout.resume();
    const url = new URL(/http:\S+/.exec(String(ready))[0]);
    if (this.#strategy === 'health') {
      const env = { ...process.env, EMULATOR_URL: url.origin };
      await promisify(execFile)(process.execPath, [program, 'status', '--health'], { env });
    }
    return {
      getHost: () => 'localhost',
      getMappedPort: (port) => (port === this.#port ? Number(url.port) : Number.NaN),
      stop: async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
}
