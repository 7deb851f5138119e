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
