import type { StartFiles } from '../../sandbox/control/sandbox.ts';
import { readTls, type Tls } from '../../sandbox/tls/tls.ts';
import { comparisonOf, confirmedBy, profileOf } from '../start-profile.ts';
import type { Start } from './start.ts';

/** The files that the options name: the profile, confirmed assumptions, a comparison, and certificates. */
export interface ReadFiles extends StartFiles {
  readonly tls: Tls;
}

/** @throws ServiceError or ProfileError with a message of one line if a file is missing or not what the option needs */
export async function readStartFiles({ options, registry, begun, named, warn }: Start): Promise<ReadFiles> {
  return {
    profile: await profileOf(options, begun, registry, warn),
    confirmed: await confirmedBy(options),
    comparison: await comparisonOf(options),
    tls: await readTls(options, { named, warn }),
  };
}
