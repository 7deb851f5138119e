import type { Capture } from './captured-call.ts';

/** Reads a capture of any HAR 1.2. */
export declare function readCapture(file: string): Promise<Capture>;
