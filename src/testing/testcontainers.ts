/// <reference path="./testcontainers.d.ts" />

import { randomBytes } from 'node:crypto';
import { GenericContainer, TestContainers, Wait } from 'testcontainers';
import { connectEmulator } from './emulators.ts';
import type { Emulator } from './types.ts';

export interface ContainerOptions {
  /** The image. Default: that of `EMULATOR_IMAGE`, or `payments-emulator`. */
  readonly image?: string;
  /** Where this machine's application takes webhooks: `http://localhost:3000/hook`. */
  readonly forwardTo?: string;
  /** Options of `emulator start` by their variables: `{ EMULATOR_FIXTURE: 'shop' }`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The port of the emulator in its container. */
const port = 4747;

/**
 * Starts an emulator in a container of its own, and connects to it when it is healthy. `stop()` ends the container.
 * @throws the error of Testcontainers if no container starts
 */
export async function startEmulatorContainer(options: ContainerOptions = {}): Promise<Emulator> {
  const { image = process.env.EMULATOR_IMAGE || 'payments-emulator', forwardTo, environment = {} } = options;
  const token = `emu_${randomBytes(16).toString('hex')}`;
  const variables: Record<string, string> = { ...environment, EMULATOR_TOKEN: token };
  if (forwardTo !== undefined) variables.EMULATOR_FORWARD_TO = await fromContainer(forwardTo);
  const container = await new GenericContainer(image)
    .withExposedPorts(port)
    .withEnvironment(variables)
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
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

/** The address by which a container reaches a receiver of this machine. */
async function fromContainer(address: string): Promise<string> {
  const url = new URL(address);
  await TestContainers.exposeHostPorts(Number(url.port || 80));
  url.hostname = 'host.testcontainers.internal';
  return url.href;
}
