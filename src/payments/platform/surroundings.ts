import type { Context, Kernel } from '../../core/kernel/context.ts';
import { facility } from '../../core/kernel/facility.ts';

/**
 * The origin of pages, such as `http://127.0.0.1:4747`; provided when the server starts to listen. Records contain only
 * paths, and responses add the origin, so that stored and exported data are the same on any port.
 */
export const publicOrigin = facility('public origin', '');

/** The font file for characters in PDFs that Noto Sans does not contain; null if the start command named no font. */
export const pdfFont = facility<string | null>('PDF font', null);

/** The kernel as far as it provides facilities. */
export type Surroundings = Pick<Kernel, 'facility'>;

export const publicOriginOf = (kernel: Surroundings): string => kernel.facility(publicOrigin);

/** The origin that the caller used: `http://127.0.0.1:4747`. */
export const callersOrigin = ({ call, kernel }: Context): string => call.origin ?? publicOriginOf(kernel);
