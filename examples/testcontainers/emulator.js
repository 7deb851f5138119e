import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { GenericContainer, TestContainers, Wait } from 'testcontainers';

const port = 4747;
const token = 'emu_for_these_tests_only';

/**
 * Starts an emulator in a container of its own and waits until it is healthy. Its image is built from the repository's
 * Dockerfile, or is the one that EMULATOR_IMAGE names.
 * @param {{ hookPort?: number }} [options] the port of this machine at which the application takes webhooks, on the path /hook
 */
export async function startEmulator({ hookPort } = {}) {
  const image = process.env.EMULATOR_IMAGE;
  const container = image
    ? new GenericContainer(image)
    : await GenericContainer.fromDockerfile(fileURLToPath(new URL('../..', import.meta.url))).build(
        'payments-emulator',
      );
  container.withExposedPorts(port).withEnvironment({ EMULATOR_TOKEN: token }).withWaitStrategy(Wait.forHealthCheck());
  if (hookPort !== undefined) {
    await TestContainers.exposeHostPorts(hookPort);
    container.withEnvironment({ EMULATOR_FORWARD_TO: `http://host.testcontainers.internal:${hookPort}/hook` });
  }
  const started = await container.start();
  const url = `http://${started.getHost()}:${started.getMappedPort(port)}`;

  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/_emulator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    url,
    apiBase: `${url}/api/v1`,
    secretKey: 'sk_test_demo',
    /** Calls the control API. */
    control: async (method, path, body) => (await call(method, path, body)).json(),
    /** Leaves what happened until now as one page, which `emulator start --from` goes back into. */
    record: async (file) => writeFile(file, await (await call('POST', '/record', {})).text()),
    stop: () => started.stop(),
  };
}
