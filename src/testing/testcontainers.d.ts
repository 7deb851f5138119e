/** The part of Testcontainers that this project uses. Users install Testcontainers; the project does not. */
declare module 'testcontainers' {
  export const TestContainers: { exposeHostPorts(...ports: number[]): Promise<void> };
  export const Wait: { forHealthCheck(): unknown };
  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
  export class GenericContainer {
    constructor(image: string);
    withExposedPorts(...ports: number[]): this;
    withEnvironment(environment: Record<string, string>): this;
    withWaitStrategy(strategy: unknown): this;
    start(): Promise<StartedTestContainer>;
  }
}
