/// <reference path="./testcontainers.d.ts" />

import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { GenericContainer, type StartedTestContainer, TestContainers, Wait } from 'testcontainers';
import { reasonOf } from '../core/base/system-errors.ts';
import { connectEmulator } from './emulators.ts';
import type { Emulator } from './types.ts';

export interface ContainerOptions {
  /** The image. Default: the image in `EMULATOR_IMAGE`, or the published image of this version. */
  readonly image?: string;
  /** The URL where this machine's application receives webhooks, such as `http://localhost:3000/hook`. */
  readonly forwardTo?: string;
  /** Options of `emulator start` by their environment variables, such as `{ EMULATOR_FIXTURE: 'shop' }`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The port of the emulator in its container. */
const port = 4747;
/** The name of the image that you build with the command in the manual. */
const localImage = 'payments-emulator';

/**
 * The image that the release of this version has published. For a build without a published image, the image that you
 * build with the command in the manual.
 */
function ownImage(): string {
  // The package can resolve itself by its own name, whether it is built or not.
  const manifest = createRequire(import.meta.url)('payments-emulator/package.json');
  const { repository, version } = manifest as { repository?: { url: string }; version: string };
  const name = /^git\+https:\/\/github\.com\/(.+)\.git$/.exec(repository?.url ?? '')?.[1];
  return name === undefined ? localImage : `ghcr.io/${name.toLowerCase()}:${version}`;
}

/** Starts the container. @throws Error that explains how to get the image */
async function startContainer(container: GenericContainer, image: string): Promise<StartedTestContainer> {
  try {
    return await container.start();
  } catch (error) {
    if (image !== localImage) throw error;
    const how = `Build it in a clone of the repository (docker build -t ${localImage} .), or set EMULATOR_IMAGE to another image.`;
    throw new Error(`The container for the image ${image} did not start: ${reasonOf(error)}. ${how}`, { cause: error });
  }
}

/**
 * Starts an emulator in its own container, and connects to it when it is healthy. `stop()` stops the container.
 * @throws the error of Testcontainers if no container starts
 */
export async function startEmulatorContainer(options: ContainerOptions = {}): Promise<Emulator> {
  const { image = process.env.EMULATOR_IMAGE || ownImage(), forwardTo, environment = {} } = options;
  const token = `emu_${randomBytes(16).toString('hex')}`;
  const variables: Record<string, string> = { ...environment, EMULATOR_TOKEN: token };
  if (forwardTo !== undefined) variables.EMULATOR_FORWARD_TO = await fromContainer(forwardTo);
  const described = new GenericContainer(image)
    .withExposedPorts(port)
    .withEnvironment(variables)
    .withWaitStrategy(Wait.forHealthCheck());
  const container = await startContainer(described, image);
  try {
    const emulator = await connectEmulator(`http://${container.getHost()}:${container.getMappedPort(port)}`, { token });
    const letGo = emulator.stop;
    const stop = async (): Promise<void> => {
      await letGo();
      await container.stop();
    };
    return Object.assign(emulator, { stop, [Symbol.asyncDispose]: stop });
  } catch (error) {
    await container.stop();
    throw error;
  }
}

/** The URL by which a container reaches a receiver on this machine. */
async function fromContainer(address: string): Promise<string> {
  const url = new URL(address);
  await TestContainers.exposeHostPorts(Number(url.port || 80));
  url.hostname = 'host.testcontainers.internal';
  return url.href;
}
