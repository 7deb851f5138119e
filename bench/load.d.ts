interface LoadRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | null;
}

/** Sends one request `count` times. @returns the milliseconds it took */
export function repeat(load: {
  origin: string;
  request: LoadRequest;
  connections: number;
  count: number;
}): Promise<number>;

/** Sends one request and reads the answer's JSON. @throws where it is refused */
export function call(
  origin: string,
  request: Omit<LoadRequest, 'body'> & { body?: object | null },
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<any>;
